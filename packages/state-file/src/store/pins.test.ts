import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { MAX_INJECTION_UNITS, renderInjection } from '../render-injection.ts';
import { RECORDED, recordedState } from '../__fixtures__/session-of.ts';
import { renderState } from '../render-state.ts';
import { snapshotSession } from '../snapshot-session.ts';
import { StateFileError } from '../state-file-error.ts';
import { addPin, MAX_PIN_UNITS, MAX_PINS, readPins, removePin, withPins } from './pins.ts';
import { loadState, saveState } from './state-store.ts';
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

test('the notes of the project stand, however many a session pinned in its prompts', () => {
  const state = recordedState(1);
  const noisy = Array.from({ length: 1_500 }, (_, index) => ({
    text: `Pinned: ${index} ${'of a prompt '.repeat(12)}`,
  }));
  const notes = [...noisy, ...state.sections['Recovery Notes']];
  const sections = { ...state.sections, 'Recovery Notes': notes };
  const text = '漢'.repeat(MAX_PIN_UNITS - 2);
  const pins = Array.from({ length: MAX_PINS }, (_, index) => ({ at, text: `${text}${index}` }));
  const pinned = withPins({ ...state, sections }, pins);
  const markdown = renderState(pinned);
  for (const pin of pins) expect(markdown).toContain(`- Pinned: ${pin.text}\n`);
  const given = renderInjection(pinned, { path: undefined, now: new Date(at), session: 's1' });
  expect(given).toContain(pins.at(-1)?.text.slice(0, 200));
  expect(withPins(pinned, []).sections['Recovery Notes']).toEqual(notes);
});

test('a note that the Markdown leaves out is lost by no rewrite, and taken for nothing else', () => {
  using home = testdir();
  const state = recordedState(1);
  const pins = Array.from({ length: 1_500 }, (_, index) => ({
    text: `Pinned: ${index} ${'of a prompt '.repeat(12)}`.trim(),
  }));
  const notes = [...pins, ...state.sections['Recovery Notes']];
  const { path } = saveState(home.path, {
    ...state,
    sections: { ...state.sections, 'Recovery Notes': notes },
  });
  const line = 'Mind the fixtures.';
  writeFileSync(path, readFileSync(path, 'utf8').replace('## Active Plan', `${line}\n$&`));
  for (let round = 0; round < 3; round += 1) {
    const kept = loadState(home.path, state.project, 's1');
    if (!kept) throw new Error('no state');
    const saved = saveState(home.path, withPins(kept, [])).state;
    expect(saved.sections['Recovery Notes']).toEqual(notes);
    expect(saved.notes).toEqual([{ section: null, line }]);
  }
});
