import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { RECORDED } from '../__fixtures__/session-of.ts';
import { startBackup } from './backup.ts';
import { restoreBackup } from './restore-backup.ts';

async function backupIn(folder: string): Promise<string> {
  const path = join(folder, 'b', 's.1.jsonl.gz');
  const backup = startBackup(path, folder);
  await backup.write(readFileSync(RECORDED));
  await backup.finish();
  return path;
}

test('gives back the transcript, byte for byte', async () => {
  using folder = testdir();
  const to = join(folder.path, 's.jsonl');
  await restoreBackup(await backupIn(folder.path), to);
  expect(readFileSync(to).equals(readFileSync(RECORDED))).toBe(true);
  expect(statSync(to).mode & 0o777).toBe(0o600);
});

test('replaces no file', async () => {
  using folder = testdir({ 's.jsonl': 'mine' });
  const to = join(folder.path, 's.jsonl');
  await expect(restoreBackup(await backupIn(folder.path), to)).rejects.toThrow(
    'exists; move it away',
  );
  expect(readFileSync(to, 'utf8')).toBe('mine');
});

test.each([
  ['cut', (bytes: Buffer) => bytes.subarray(0, bytes.length - 20)],
  [
    'damaged',
    (bytes: Buffer) =>
      Buffer.concat([bytes.subarray(0, 900), Buffer.alloc(40, 7), bytes.subarray(940)]),
  ],
])('makes no file of a backup that is %s', async (_, spoil) => {
  using folder = testdir();
  const path = await backupIn(folder.path);
  writeFileSync(path, spoil(readFileSync(path)));
  await expect(restoreBackup(path, join(folder.path, 's.jsonl'))).rejects.toThrow('is damaged');
  expect(readdirSync(folder.path)).toEqual(['b']);
});
