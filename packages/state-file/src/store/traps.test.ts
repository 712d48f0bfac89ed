import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { RECORDED } from '../__fixtures__/session-of.ts';
import { snapshotSession } from '../snapshot-session.ts';
import { listBackups } from './backup-files.ts';
import { logDeletion } from './deletion-log.ts';
import { appendLedger } from './ledger.ts';
import { pruneBackups } from './prune-backups.ts';
import { purge } from './purge.ts';

// What went wrong in the stores of the tools that did this job before, by the numbers of our list.

const NOW = new Date('2026-11-30T12:00:00.000Z');

/** A backup of the project `p` with its line in the ledger, `age` days old. */
function keep(home: string, session: string, generation: number, age: number): string {
  const at = new Date(NOW.getTime() - age * 86_400_000).toISOString();
  appendLedger(home, session, { type: 'state', at, generation, project: 'p' });
  const path = join(home, 'backups/p', `${session}.${generation}.jsonl.gz`);
  mkdirSync(join(home, 'backups/p'), { recursive: true, mode: 0o700 });
  writeFileSync(path, 'x');
  return path;
}

function snapshot(home: string, transcript: string) {
  return snapshotSession({ home, project: 'p', session: 's1', transcript, now: NOW });
}

test('trap 24: what a killed process left half-written is no backup, and is removed', () => {
  using folder = testdir();
  const home = folder.path;
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  const whole = keep(home, 's1', 1, 1);
  writeFileSync(join(home, `backups/p/s1.2.jsonl.gz.${pid}-0.tmp`), 'cut');
  expect(listBackups(home).map(({ path }) => path)).toEqual([whole]);
  pruneBackups(home, { now: NOW });
  expect(readdirSync(join(home, 'backups/p'))).toEqual(['s1.1.jsonl.gz']);
});

test('trap 24: nothing of a conversation is written outside the home', async () => {
  using folder = testdir({ 'tmp/keep': '' });
  const transcript = join(folder.path, 's.jsonl');
  copyFileSync(RECORDED, transcript);
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = join(folder.path, 'tmp');
  try {
    await snapshot(join(folder.path, 'home'), transcript);
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
  expect(readdirSync(join(folder.path, 'tmp'))).toEqual(['keep']);
  expect(readdirSync(folder.path).toSorted()).toEqual(['home', 's.jsonl', 'tmp']);
});

test('trap 38: an id that another one ends with costs that one nothing', () => {
  using folder = testdir();
  const home = folder.path;
  const [own, other] = ['run1', 'proj-a-run1'].map((session) =>
    Array.from({ length: 25 }, (_, index) => keep(home, session, index + 1, 1)),
  );
  const deleted = pruneBackups(home, { now: NOW, maxPerSession: 24 })?.deleted ?? [];
  expect(new Set(deleted.map(({ path }) => path))).toEqual(new Set([own?.[0], other?.[0]]));
  purge(home, { session: 'run1' });
  expect(own?.filter((path) => existsSync(path))).toEqual([]);
  expect(other?.filter((path) => existsSync(path))).toHaveLength(24);
});

test('trap 39: a home that is a link is pruned like any other', () => {
  using folder = testdir({ 'real/x': '' });
  const link = join(folder.path, 'link');
  symlinkSync(join(folder.path, 'real'), link);
  keep(link, 's1', 1, 90);
  keep(link, 's1', 2, 1);
  expect(pruneBackups(link, { now: NOW })?.deleted).toHaveLength(1);
  expect(readdirSync(join(folder.path, 'real/backups/p'))).toEqual(['s1.2.jsonl.gz']);
});

test('trap 39: behind a link in the home nothing is written and nothing deleted', async () => {
  using folder = testdir({ 'elsewhere/p/s1.1.jsonl.gz': 'x', 'home/x': '' });
  const home = join(folder.path, 'home');
  symlinkSync(join(folder.path, 'elsewhere'), join(home, 'backups'));
  appendLedger(home, 's1', {
    type: 'state',
    at: '2020-01-01T00:00:00.000Z',
    generation: 1,
    project: 'p',
  });
  const transcript = join(folder.path, 's.jsonl');
  copyFileSync(RECORDED, transcript);
  // The state is worth more than its backup.
  expect(await snapshot(home, transcript)).toMatchObject({
    ok: true,
    backupFailure: { code: 'unsafe_folder' },
  });
  pruneBackups(home, { now: NOW, maxAgeDays: 1 });
  purge(home, { all: true });
  expect(readdirSync(join(folder.path, 'elsewhere/p'))).toEqual(['s1.1.jsonl.gz']);
});

test('trap 39: files of others stay, however old', () => {
  using folder = testdir({
    'state/p/thesis.md': '# Thesis',
    'state/p/data.json': '{}',
    'backups/p/photos.tar.gz': 'x',
    'backups/notes.txt': 'x',
  });
  const home = folder.path;
  keep(home, 's1', 1, 400);
  keep(home, 's1', 2, 300);
  pruneBackups(home, { now: NOW });
  const left = readdirSync(home, { recursive: true, encoding: 'utf8' });
  for (const name of ['state/p/thesis.md', 'state/p/data.json', 'backups/p/photos.tar.gz']) {
    expect(left).toContain(name);
  }
});

test('trap 44: the log of deletions does not grow for ever, and purge leaves no empty folder', () => {
  using folder = testdir();
  const home = folder.path;
  mkdirSync(join(home, 'log'));
  writeFileSync(join(home, 'log/deletions.jsonl'), 'x'.repeat(2_000_000));
  logDeletion(home, '/a', 'test');
  const log = readFileSync(join(home, 'log/deletions.jsonl'), 'utf8');
  expect(log.length).toBeLessThan(1_000);
  expect(log).toContain('"path":"/a"');
  keep(home, 's1', 1, 1);
  purge(home, { all: true });
  expect(existsSync(join(home, 'backups/p'))).toBe(false);
});
