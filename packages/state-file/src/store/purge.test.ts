import { spawnSync } from 'node:child_process';
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testdir, type TestDir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { TITLE } from '../render-state.ts';
import { purge } from './purge.ts';

/** The Markdown of a state, but for its sections. */
const header = (session: string): string =>
  `${TITLE}\n\n<!-- carryover ${JSON.stringify({ session, generation: 1, createdAt: '2026-11-04' })} -->\n`;

function setUp(): TestDir {
  return testdir({
    'state/p/run1.md': 'the header was taken out',
    'state/p/run1.json': '{"version":1,"session":"run1","project":"p"',
    'state/p/proj-a-run1.md': header('proj-a-run1'),
    'state/q/run2.md': header('run2'),
    'state/q/mine.md': '# My notes on carryover',
    'state/q/mine.json': '{"session":"mine"}',
    'state/q/copy.md': header('run2'),
    'state/q/copy.json': '{"mine":true}',
    'state/p/plan.json': '{"version":1,"session":"run1"}',
    'state/p/my-notes.pdf': '',
    'backups/p/run1.1.jsonl.gz': '',
    'backups/p/proj-a-run1.1.jsonl.gz': '',
    'sessions/run1.jsonl': '',
    'sessions/run2.jsonl': '',
    'config.json': '{}',
  });
}

const left = (home: TestDir, ...names: string[]): boolean[] =>
  names.map((name) => existsSync(join(home.path, name)));

test('R31: removes one session and no other, though its name ends in the same way', () => {
  using home = setUp();
  expect(purge(home.path, { session: 'run1' })).toHaveLength(4);
  expect(left(home, 'state/p/run1.md', 'backups/p/run1.1.jsonl.gz', 'sessions/run1.jsonl')).toEqual(
    [false, false, false],
  );
  expect(
    left(
      home,
      'state/p/proj-a-run1.md',
      'backups/p/proj-a-run1.1.jsonl.gz',
      'state/p/my-notes.pdf',
    ),
  ).toEqual([true, true, true]);
});

test('R31: removes a project, or all, but what is not ours', () => {
  using home = setUp();
  purge(home.path, { project: 'p' });
  expect(left(home, 'state/p/run1.md', 'state/p/my-notes.pdf', 'state/q/run2.md')).toEqual([
    false,
    true,
    true,
  ]);
  purge(home.path, { all: true });
  expect(
    left(home, 'state/q/run2.md', 'sessions/run2.jsonl', 'state/q/mine.md', 'config.json'),
  ).toEqual([false, false, true, true]);
  const [state, ...foreign] = left(
    home,
    'state/p/run1.json',
    'state/q/mine.json',
    'state/p/plan.json',
    'state/q/copy.json',
  );
  expect(state).toBe(false);
  expect(foreign).toEqual([true, true, true]);
});

test('R31: follows no link, and deletes nothing in a dry run', () => {
  using home = setUp();
  using outside = testdir({ 's.md': header('s') });
  symlinkSync(outside.path, join(home.path, 'state/linked'));
  expect(purge(home.path, { all: true }, { dryRun: true })).toHaveLength(8);
  purge(home.path, { all: true });
  expect(existsSync(join(outside.path, 's.md'))).toBe(true);
});

test.each(['*', '../x', ''])('refuses %j as a session', (session) => {
  using home = setUp();
  expect(() => purge(home.path, { session })).toThrow('not usable as a file name');
});

test('removes what a killed process left half-written of the session or the project', () => {
  using home = setUp();
  const { pid } = spawnSync(process.execPath, ['-e', '0']);
  const names = [
    `state/p/run1.json.${pid}-0.tmp`,
    `backups/p/run1.2.jsonl.gz.${pid}-1.tmp`,
    `sessions/run1.pending.txt.${pid}-2.tmp`,
    `state/p/pinned.jsonl.${pid}-3.tmp`,
    `state/q/run2.md.${pid}-4.tmp`,
    `state/q/run2.json.${process.pid}-0.tmp`,
  ];
  for (const name of names) writeFileSync(join(home.path, name), 'half');
  purge(home.path, { session: 'run1' });
  expect(left(home, ...names)).toEqual([false, false, false, true, true, true]);
  purge(home.path, { project: 'p' });
  expect(left(home, ...names)).toEqual([false, false, false, false, true, true]);
  purge(home.path, { all: true });
  expect(left(home, ...names)).toEqual([false, false, false, false, false, true]);
});
