import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { recordedSession } from './__fixtures__/session-of.ts';
import { isSessionState } from './is-session-state.ts';
import { buildState } from './session-state.ts';

const schema: object = JSON.parse(
  readFileSync(new URL('../state.schema.json', import.meta.url), 'utf8'),
);
const validate = new Ajv2020({ validateFormats: false }).compile(schema);

/** A state with every part that may be missing, as it comes from its file. */
function wholeState(): Record<string, unknown> {
  const state = buildState(recordedSession(), {
    session: 's1',
    project: 'app-1',
    generation: 2,
    createdAt: '2026-11-04T11:00:00.000Z',
    transcript: { path: '/t.jsonl', bytes: 10, skippedLines: 0, mark: 'abc' },
    backup: { path: '/b.gz', originalBytes: 10, bytes: 5 },
    notes: [
      { section: null, line: 'mine' },
      { section: 'Active Plan', line: 'mine, too' },
    ],
    written: ['01234567'],
    redacted: { 'GitHub token': 1 },
    takenFrom: 'compact-ops',
  });
  state.sections['Recovery Notes'].push({ text: 'Pinned: x', pin: true });
  return JSON.parse(JSON.stringify(state));
}

test('a state is one, with and without the parts that may be missing', () => {
  const whole = wholeState();
  expect(isSessionState(whole)).toBe(true);
  const { backup, notes, written, redacted, takenFrom, ...rest } = whole;
  expect([backup, notes, written, redacted, takenFrom]).not.toContain(undefined);
  expect(isSessionState(rest)).toBe(true);
  expect(validate(rest)).toBe(true);
});

const sections = (facts: unknown) => ({
  sections: { ...Object(wholeState()['sections']), 'Current Phase': facts },
});

test.each<[string, object]>([
  ['no session', { session: undefined }],
  ['generation 0', { generation: 0 }],
  ['a generation in words', { generation: 'one' }],
  ['a transcript without its path', { transcript: {} }],
  ['no setting', { setting: undefined }],
  ['a branch that is a list', { setting: { gitBranch: ['main'] } }],
  ['no sections', { sections: {} }],
  ['sections that are null', { sections: null }],
  ['facts that are null', sections(null)],
  ['facts that are an object', sections({})],
  ['a fact that is null', sections([null])],
  ['a fact that is a text', sections(['x'])],
  ['a text that is a number', sections([{ text: 5 }])],
  ['a body that is null', sections([{ text: 'x', body: null }])],
  ['evidence without an offset', sections([{ text: 'x', at: {} }])],
  ['a pin that is no pin', sections([{ text: 'x', pin: 1 }])],
  ['a backup that is a text', { backup: 'x' }],
  ['notes that are a text', { notes: 'abc' }],
  ['a note that is null', { notes: [null] }],
  ['marks that are a number', { written: 7 }],
  ['an origin that is a number', { takenFrom: 7 }],
  ['a number of secrets in words', { redacted: { key: 'two' } }],
])('%s makes it none, in the schema neither', (_, change) => {
  const value = JSON.parse(JSON.stringify({ ...wholeState(), ...change }));
  expect(validate(value)).toBe(false);
  expect(isSessionState(value)).toBe(false);
});

test('ids that are no file names and a time that is none make it none', () => {
  for (const change of [{ session: '../x' }, { project: '' }, { createdAt: 'yesterday' }])
    expect(isSessionState({ ...wholeState(), ...change })).toBe(false);
});
