import { spawnSync } from 'node:child_process';
import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { withLock } from './lock.ts';

test('is free again after the work, also when that fails', () => {
  using home = testdir();
  const file = join(home.path, 'x.lock');
  expect(() =>
    withLock(file, home.path, () => {
      throw new Error('work');
    }),
  ).toThrow('work');
  expect(withLock(file, home.path, () => existsSync(file))).toBe(true);
  expect(existsSync(file)).toBe(false);
});

test('R30: is taken over at once from a process that is dead', () => {
  using home = testdir();
  const { pid } = spawnSync(process.execPath, ['-e', '0']);
  writeFileSync(join(home.path, 'x.lock'), String(pid));
  const started = Date.now();
  expect(withLock(join(home.path, 'x.lock'), home.path, () => 'done')).toBe('done');
  expect(Date.now() - started).toBeLessThan(1_000);
});

test('R30: is waited for a second while its owner lives, then given up', () => {
  using home = testdir();
  writeFileSync(join(home.path, 'x.lock'), String(process.pid));
  const started = Date.now();
  expect(withLock(join(home.path, 'x.lock'), home.path, () => 'done')).toBeUndefined();
  expect(Date.now() - started).toBeGreaterThanOrEqual(1_000);
});

test.each([
  [6, 'done'],
  [0, undefined],
])('R30: one without its owner is taken over after seconds: %i s', (age, result) => {
  using home = testdir({ 'x.lock': '' });
  const file = join(home.path, 'x.lock');
  const madeAt = new Date(Date.now() - age * 1_000);
  utimesSync(file, madeAt, madeAt);
  expect(withLock(file, home.path, () => 'done', 0)).toBe(result);
});
