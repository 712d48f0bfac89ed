import { expect, test } from 'vitest';
import { sessionOf, texts } from './__fixtures__/session-of.ts';
import { pinnedNotes } from './pinned-notes.ts';

test('notes are what follows `pin:` in a line, whatever stands before and behind it', () => {
  const { events } = sessionOf((session) =>
    session.prompt('Go.\n  PIN:  Deploy from main. \npin:\nno note\nspin: nor this'),
  );
  expect(texts(pinnedNotes(events))).toEqual(['Pinned: Deploy from main.']);
});

test.each([`a${'\n'.repeat(16_000)}b`, `pin: a${' '.repeat(16_000)}b`])(
  'blanks take no time: %#',
  (text) => {
    const { events } = sessionOf((session) => session.prompt(text));
    const before = process.cpuUsage().user;
    pinnedNotes(events);
    expect(process.cpuUsage().user - before).toBeLessThan(50_000);
  },
);
