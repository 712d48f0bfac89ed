import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { writeWhole } from './write-whole.ts';

test('replaces what was there', () => {
  using root = testdir({ file: 'old' });
  writeWhole(join(root.path, 'file'), 'new');
  expect(readFileSync(join(root.path, 'file'), 'utf8')).toBe('new');
  expect(readdirSync(root.path)).toEqual(['file']);
});

test('leaves nothing behind where it fails', () => {
  using root = testdir({ 'folder/file': '' });
  expect(() => writeWhole(join(root.path, 'folder'), 'new')).toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
  expect(readdirSync(root.path)).toEqual(['folder']);
});
