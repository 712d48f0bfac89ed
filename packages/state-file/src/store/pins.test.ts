import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { MAX_INJECTION_UNITS, renderInjection } from '../render-injection.ts';
import { RECORDED } from '../__fixtures__/session-of.ts';
import { snapshotSession } from '../snapshot-session.ts';
import { StateFileError } from '../state-file-error.ts';
import { addPin, MAX_PIN_UNITS, MAX_PINS, readPins, removePin, withPins } from './pins.ts';
import { statePaths } from './store-paths.ts';

const at = '2026-12-01T10:00:00.000Z';

test('keeps each note once, in order, readable by nobody else, and takes one out by its number', () => {
  using home = testdir();
  for (const text of ['first', ' second\n line ', 'first']) addPin(home.path, 'p', { at, text });
  expect(readPins(home.path, 'p').map(({ text }) => text)).toEqual(['first', 'second line']);
  const file = join(home.path, 'state/p/pinned.jsonl');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  appendFileSync(file, 'damaged\n[]\n');
  expect(removePin(home.path, 'p', 1).map(({ text }) => text)).toEqual(['second line']);
  expect(readPins(home.path, 'other')).toEqual([]);
});

test('refuses what is empty, too long, too many, and numbers that are not there', () => {
  using home = testdir();
  const add = (text: string) => () => addPin(home.path, 'p', { at, text });
  expect(add(' ')).toThrow(/is empty/);
  expect(add('x'.repeat(MAX_PIN_UNITS + 1))).toThrow(/301 characters; 1 to 300/);
  for (let n = 0; n < MAX_PINS; n++) add(`note ${n}`)();
  expect(add('one more')).toThrow(StateFileError);
  expect(() => removePin(home.path, 'p', 13)).toThrow(/no note 13; there are 12/);
});

test('every state of the project carries the notes, also when the injection is cut to its limit', async () => {
  using home = testdir();
  addPin(home.path, 'p', { at, text: 'Deploy only from the release branch.' });
  const options = { home: home.path, project: 'p', session: 's', transcript: RECORDED };
  const made = await snapshotSession({ ...options, now: new Date(at) });
  if (!made.ok) throw new Error(made.reason);
  const file = statePaths(home.path, 'p', 's').markdown;
  expect(readFileSync(file, 'utf8')).toContain('- Pinned: Deploy only from the release branch.');

  const long = { text: 'long '.repeat(60), body: 'x '.repeat(400) };
  const { sections } = made.state;
  const full = { ...sections, 'Recovery Notes': [...sections['Recovery Notes'], long] };
  for (const name of ['Session Decisions', 'Failed Attempts', 'Current Phase'] as const)
    full[name] = Array.from({ length: 40 }, () => long);
  const text = renderInjection(
    { ...made.state, sections: full },
    { path: file, now: new Date(at), session: 's' },
  );
  expect(text.length).toBeLessThanOrEqual(MAX_INJECTION_UNITS);
  expect(text).toContain('Pinned: Deploy only from the release branch.');

  // The transcript is the same, the notes are not.
  removePin(home.path, 'p', 1);
  addPin(home.path, 'p', { at, text: 'Deploy from anywhere.' });
  const again = await snapshotSession({ ...options, now: new Date(at) });
  expect(again).toMatchObject({ ok: true, unchanged: true });
  const markdown = readFileSync(file, 'utf8');
  expect(markdown).toContain('Pinned: Deploy from anywhere.');
  expect(markdown).not.toContain('release branch.');
  expect(withPins(made.state, []).sections['Recovery Notes'].some(({ pin }) => pin)).toBe(false);
});
