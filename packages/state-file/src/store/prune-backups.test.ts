import { spawnSync } from 'node:child_process';
import {
  existsSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { testdir, type TestDir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { appendLedger } from './ledger.ts';
import { pruneBackups } from './prune-backups.ts';

const NOW = new Date('2026-11-30T12:00:00.000Z');

/** Backups of one session, the first made `days[0]` days ago, with file times that say the reverse. */
function backups(home: TestDir, session: string, days: number[]): string[] {
  return days.map((age, index) => {
    const at = new Date(NOW.getTime() - age * 86_400_000);
    const generation = index + 1;
    appendLedger(home.path, session, {
      type: 'state',
      at: at.toISOString(),
      generation,
      project: 'p',
    });
    const path = join(home.path, 'backups/p', `${session}.${generation}.jsonl.gz`);
    writeFileSync(path, 'x');
    utimesSync(path, NOW, new Date(NOW.getTime() - (100 - age) * 86_400_000));
    return path;
  });
}

test('R31: goes by the time that was written down, and leaves the newest of each session', () => {
  using home = testdir({ 'backups/p/keep.txt': '' });
  const old = backups(home, 'a', [90, 60, 31, 29, 1]);
  const alone = backups(home, 'b', [200]);
  const result = pruneBackups(home.path, { now: NOW });
  expect(result?.deleted.map(({ path }) => path).toSorted()).toEqual(old.slice(0, 3));
  expect(old.map((path) => existsSync(path))).toEqual([false, false, false, true, true]);
  expect(alone.map((path) => existsSync(path))).toEqual([true]);
  const log = readFileSync(join(home.path, 'log/deletions.jsonl'), 'utf8').trim().split('\n');
  expect(log).toHaveLength(3);
});

test('R31: keeps twenty of a session, and the newest of all when the clock is a year ahead', () => {
  using home = testdir({ 'backups/p/keep.txt': '' });
  const many = backups(
    home,
    'a',
    Array.from({ length: 60 }, () => 1),
  );
  expect(pruneBackups(home.path, { now: NOW })?.deleted).toHaveLength(40);
  const nextYear = new Date(NOW.getTime() + 365 * 86_400_000);
  expect(pruneBackups(home.path, { now: nextYear })?.kept).toBe(1);
  expect(existsSync(many.at(-1) ?? '')).toBe(true);
});

test('R31: touches no link, no foreign file, and nothing whose age nobody wrote down', () => {
  using home = testdir({
    'backups/p/s.1.jsonl.gz': 'x',
    'backups/p/s.2.jsonl.gz': 'x',
    'outside.gz': 'x',
    'backups/p/notes.md': 'x',
  });
  symlinkSync(join(home.path, 'outside.gz'), join(home.path, 'backups/p/l.1.jsonl.gz'));
  expect(pruneBackups(home.path, { now: NOW })).toEqual({ deleted: [], kept: 2 });
  for (const name of ['outside.gz', 'backups/p/notes.md', 'backups/p/s.1.jsonl.gz']) {
    expect(existsSync(join(home.path, name))).toBe(true);
  }
});

test('R31: deletes nothing in a dry run', () => {
  using home = testdir({ 'backups/p/keep.txt': '' });
  const [first = ''] = backups(home, 'a', [90, 1]);
  expect(pruneBackups(home.path, { now: NOW, dryRun: true })?.deleted).toHaveLength(1);
  expect(existsSync(first)).toBe(true);
});

test('R31: removes what a killed process left half-written, not what a living one is writing', () => {
  const { pid: dead } = spawnSync(process.execPath, ['-e', '0']);
  using home = testdir({
    [`backups/p/s.1.jsonl.gz.${dead}-0.tmp`]: 'x',
    [`state/p/s.md.${dead}-1.tmp`]: 'x',
    [`backups/p/mine.${dead}-0.tmp`]: 'not ours',
    [`sessions/s.pending.txt.${dead}-0.tmp`]: 'x',
    [`backups/p/s.1.jsonl.gz.${process.pid}-0.tmp`]: 'x',
  });
  pruneBackups(home.path, { now: NOW });
  expect(readdirSync(join(home.path, 'backups/p'))).toEqual([
    `mine.${dead}-0.tmp`,
    `s.1.jsonl.gz.${process.pid}-0.tmp`,
  ]);
  expect(readdirSync(join(home.path, 'state/p'))).toEqual([]);
  expect(readdirSync(join(home.path, 'sessions'))).toEqual([]);
});
