import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { testdir } from '@carryover/testing';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { startBackup } from './backup.ts';

test('is the transcript, byte for byte, when unpacked', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 5_000 })), async (chunks) => {
      using folder = testdir();
      const path = join(folder.path, 'b', 's.1.jsonl.gz');
      const backup = startBackup(path, folder.path);
      for (const chunk of chunks) await backup.write(chunk);
      const info = await backup.finish();
      const whole = Buffer.concat(chunks);
      expect(gunzipSync(readFileSync(path)).equals(whole)).toBe(true);
      expect(info).toEqual({ path, originalBytes: whole.length, bytes: statSync(path).size });
    }),
    { numRuns: 20 },
  );
});

test('is the chunks in their order, whichever is compressed first', async () => {
  using folder = testdir();
  const path = join(folder.path, 's.1.jsonl.gz');
  const backup = startBackup(path, folder.path);
  const chunks = Array.from({ length: 24 }, (_, index) =>
    Buffer.alloc(index % 2 ? 10 : 1_000_000, String.fromCharCode(97 + index)),
  );
  await Promise.all(chunks.map((chunk) => backup.write(chunk)));
  await backup.finish();
  expect(gunzipSync(readFileSync(path)).equals(Buffer.concat(chunks))).toBe(true);
});

test('belongs to the owner alone', async () => {
  using folder = testdir();
  const path = join(folder.path, 'b', 's.1.jsonl.gz');
  const backup = startBackup(path, folder.path);
  await backup.write(Buffer.from('x'));
  await backup.finish();
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('leaves no file when it is given up half way', async () => {
  using folder = testdir();
  const backup = startBackup(join(folder.path, 's.1.jsonl.gz'), folder.path);
  await backup.write(Buffer.alloc(100_000, 'x'));
  backup.abort();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(readdirSync(folder.path)).toEqual([]);
});

test('may be given up before the first byte', async () => {
  using folder = testdir();
  startBackup(join(folder.path, 's.1.jsonl.gz'), folder.path).abort();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(readdirSync(folder.path)).toEqual([]);
});
