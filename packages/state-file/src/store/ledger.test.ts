import { appendFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { appendLedger, claimWarning, readLedger, rearmWarning, voidBefore } from './ledger.ts';

const at = '2026-11-01T12:00:00.000Z';

test('gives back what was appended, oldest first', () => {
  using home = testdir();
  appendLedger(home.path, 's1', { type: 'state', at, generation: 1, project: 'p' });
  appendLedger(home.path, 's1', { type: 'compacted', at, transcriptBytes: 900 });
  appendLedger(home.path, 's1', { type: 'delivered', at, generation: 1, of: 's1' });
  expect(readLedger(home.path, 's1').map(({ type }) => type)).toEqual([
    'state',
    'compacted',
    'delivered',
  ]);
  expect(readLedger(home.path, 's2')).toEqual([]);
  expect(statSync(join(home.path, 'sessions/s1.jsonl')).mode & 0o777).toBe(0o600);
});

test('passes over damaged and foreign lines', () => {
  using home = testdir();
  appendLedger(home.path, 's1', { type: 'compacted', at, transcriptBytes: 1 });
  const file = join(home.path, 'sessions/s1.jsonl');
  appendFileSync(file, '{"type":"compac\n[]\nnull\n{"type":"x","at":"y"}\n');
  appendLedger(home.path, 's1', { type: 'compacted', at, transcriptBytes: 2 });
  expect(readLedger(home.path, 's1')).toHaveLength(2);
});

test('appends a line of its own behind one that a full disk cut', () => {
  using home = testdir();
  appendLedger(home.path, 's1', { type: 'compacted', at, transcriptBytes: 1 });
  appendFileSync(join(home.path, 'sessions/s1.jsonl'), '{"type":"compac');
  appendLedger(home.path, 's1', { type: 'compacted', at, transcriptBytes: 2 });
  appendLedger(home.path, 's1', { type: 'compacted', at, transcriptBytes: 3 });
  expect(readLedger(home.path, 's1')).toMatchObject([
    { transcriptBytes: 1 },
    { transcriptBytes: 2 },
    { transcriptBytes: 3 },
  ]);
});

test('voids usage that stands before the newest compaction', () => {
  expect(voidBefore([])).toBe(0);
  expect(
    voidBefore([
      { type: 'compacted', at, transcriptBytes: 100 },
      { type: 'compacted', at, transcriptBytes: 300 },
      { type: 'delivered', at, generation: 1, of: 's1' },
    ]),
  ).toBe(300);
});

test('grants the warning once until it is armed again', () => {
  using home = testdir();
  const claims = Array.from({ length: 20 }, () => claimWarning(home.path, 's1'));
  expect(claims.filter(Boolean)).toHaveLength(1);
  rearmWarning(home.path, 's1');
  expect(claimWarning(home.path, 's1')).toBe(true);
  expect(claimWarning(home.path, 's2')).toBe(true);
});

test('a higher level is granted once, and the lower ones no more', () => {
  using home = testdir();
  const claims = [1, 3, 2, 3, 1, 4].map((level) => claimWarning(home.path, 's1', level));
  expect(claims).toEqual([true, true, false, false, false, true]);
  rearmWarning(home.path, 's1');
  expect(claimWarning(home.path, 's1', 2)).toBe(true);
});
