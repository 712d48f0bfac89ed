import { expect, test } from 'vitest';
import { recordedSession, sessionOf, texts } from '../__fixtures__/session-of.ts';
import { recoveryNotes } from './recovery-notes.ts';

const context = { session: 's', transcript: '/t.jsonl', skippedLines: 0 };

test('tells where everything is', () => {
  const { events, setting } = sessionOf((session) =>
    session.prompt('hi', { cwd: '/work/app', gitBranch: 'main' }),
  );
  const notes = texts(
    recoveryNotes(events, { ...context, setting, backup: '/b.gz', head: '0123456789abcdef' }),
  );
  expect(notes.slice(0, 4)).toEqual([
    'Session s',
    'Transcript: /t.jsonl',
    'Backup: /b.gz',
    'Work: folder /work/app, branch main, HEAD 0123456789ab',
  ]);
});

test('lists every request, oldest first, one line each', () => {
  const { events, setting } = sessionOf((session) => {
    session.prompt('First\nrequest');
    const typed = { type: 'queued_command', prompt: 'while you work' };
    session.line({ type: 'attachment', attachment: typed });
  });
  const notes = texts(recoveryNotes(events, { ...context, setting }));
  expect(notes).toContain('Request 1: First request');
  expect(notes).toContain('Request 2: while you work');
});

test('tells the checks whose last run passed, with their last result', () => {
  const { events, setting } = sessionOf((session) => {
    session.tool('Bash', { command: 'npm test' }, { isError: true, text: 'Exit code 1' });
    session.tool('Bash', { command: 'npm test' }, { text: 'ran\n12 tests passed\n' });
    session.tool('Bash', { command: 'npm run lint' }, { text: 'ok' });
    session.tool('Bash', { command: 'npm run lint' }, { isError: true, text: 'Exit code 1' });
    session.tool('Bash', { command: 'ls test' }, { text: 'a.test.ts' });
  });
  const notes = texts(recoveryNotes(events, { ...context, setting }));
  expect(notes.filter((text) => text.startsWith('Passed'))).toEqual([
    'Passed: `npm test` → 12 tests passed',
  ]);
});

test('tells how much was read and what could not be', () => {
  const { events, setting } = sessionOf((session) => session.prompt('hi'));
  const notes = texts(recoveryNotes(events, { ...context, setting, skippedLines: 2 }));
  expect(notes.at(-1)).toBe(
    'Read: 1 requests, 0 tool uses, 0 earlier compactions, 2 damaged lines skipped',
  );
});

test('lists all requests of the recorded session', () => {
  const { events, setting } = recordedSession();
  const notes = texts(recoveryNotes(events, { ...context, setting }));
  expect(notes.filter((text) => text.startsWith('Request '))).toHaveLength(9);
});
