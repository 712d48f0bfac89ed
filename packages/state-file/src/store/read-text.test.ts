import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { addPin, readPins } from './pins.ts';
import { readLedger } from './ledger.ts';
import { readText } from './read-text.ts';
import { pinsFile, sessionPaths } from './store-paths.ts';

test('gives a text, and nothing of what is missing', () => {
  using root = testdir({ a: 'x' });
  expect(readText(join(root.path, 'a'))).toBe('x');
  expect(readText(join(root.path, 'b'))).toBeUndefined();
});

test('names the folder that stands in the place of a file', () => {
  using home = testdir({
    'state/p/pinned.jsonl/x': '',
    'sessions/s1.jsonl/x': '',
  });
  const pins = { code: 'EISDIR', path: pinsFile(home.path, 'p') };
  expect(() => readPins(home.path, 'p')).toThrow(expect.objectContaining(pins));
  expect(() => addPin(home.path, 'p', { at: '', text: 'x' })).toThrow(
    expect.objectContaining(pins),
  );
  const ledger = { code: 'EISDIR', path: sessionPaths(home.path, 's1').ledger };
  expect(() => readLedger(home.path, 's1')).toThrow(expect.objectContaining(ledger));
});
