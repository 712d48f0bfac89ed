import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { readForeignText } from './read-foreign-text.ts';

test('reads a file, and nothing of what is none', () => {
  using root = testdir({ 'folder/file': 'text' });
  expect(readForeignText(join(root.path, 'folder/file'))).toBe('text');
  expect(readForeignText(join(root.path, 'folder'))).toBeUndefined();
  expect(readForeignText(join(root.path, 'missing'))).toBeUndefined();
});

test.runIf(process.platform !== 'win32')('does not wait for the writer of a pipe', () => {
  using root = testdir();
  const pipe = join(root.path, 'pipe');
  execFileSync('mkfifo', [pipe]);
  expect(readForeignText(pipe)).toBeUndefined();
});
