import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { writeAtomic } from './write-atomic.ts';

test('writes files of the owner alone in folders of the owner alone, whatever the umask', () => {
  using folder = testdir();
  const root = join(folder.path, 'home');
  const before = process.umask(0);
  try {
    writeAtomic(join(root, 'state', 'p', 's.md'), 'text', root);
  } finally {
    process.umask(before);
  }
  expect(statSync(join(root, 'state', 'p', 's.md')).mode & 0o777).toBe(0o600);
  for (const name of ['', 'state', 'state/p']) {
    expect(statSync(join(root, name)).mode & 0o777).toBe(0o700);
  }
});

test('replaces a file as a whole and leaves no other behind', () => {
  using folder = testdir({ 'a.md': 'old and longer' });
  writeAtomic(join(folder.path, 'a.md'), 'néw', folder.path);
  expect(readFileSync(join(folder.path, 'a.md'), 'utf8')).toBe('néw');
  expect(readdirSync(folder.path)).toEqual(['a.md']);
});

test('keeps the old file and leaves nothing behind when the write fails', () => {
  using folder = testdir({ 'target/keep': 'x' });
  expect(() => writeAtomic(join(folder.path, 'target'), 'new', folder.path)).toThrow(
    /EISDIR|ENOTEMPTY/,
  );
  expect(readdirSync(folder.path)).toEqual(['target']);
  expect(readFileSync(join(folder.path, 'target', 'keep'), 'utf8')).toBe('x');
});

test('refuses to write through a link below its root', () => {
  using folder = testdir({ 'outside/x': '' });
  const root = join(folder.path, 'home');
  mkdirSync(root);
  symlinkSync(join(folder.path, 'outside'), join(root, 'state'));
  expect(() => writeAtomic(join(root, 'state', 's.md'), 'x', root)).toThrow(/is a link; remove it/);
  expect(readdirSync(join(folder.path, 'outside'))).toEqual(['x']);
});

test('refuses a file where a folder should be', () => {
  using folder = testdir({ 'home/state': 'a plain file' });
  const root = join(folder.path, 'home');
  expect(() => writeAtomic(join(root, 'state', 's.md'), 'x', root)).toThrow(/is not a folder/);
});

test('reaches its root by links, as a moved configuration folder often is', () => {
  using folder = testdir({ 'real/x': '' });
  symlinkSync(join(folder.path, 'real'), join(folder.path, 'link'));
  const root = join(folder.path, 'link', 'carryover');
  writeAtomic(join(root, 'a.md'), 'x', root);
  expect(readFileSync(join(folder.path, 'real/carryover/a.md'), 'utf8')).toBe('x');
});
