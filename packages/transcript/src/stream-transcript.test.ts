import { once } from 'node:events';
import { createGzip, gunzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { testdir, transcriptBuilder } from '@carryover/testing';
import { expect, test } from 'vitest';
import { scanTranscript } from './scan-transcript.ts';
import { streamTranscript } from './stream-transcript.ts';

function session(prompts: number): string {
  const builder = transcriptBuilder();
  for (let index = 0; index < prompts; index += 1) builder.prompt(`prompt ${index} é`);
  return builder.toString();
}

test('a backup and the facts share one read, byte for byte', async () => {
  using dir = testdir({ 's.jsonl': session(200) });
  const path = join(dir.path, 's.jsonl');
  const gzip = createGzip({ level: 1 });
  const packed: Buffer[] = [];
  gzip.on('data', (bytes: Buffer) => packed.push(bytes));
  const uuids: unknown[] = [];
  const backup = {
    chunk: (bytes: Buffer) => new Promise<void>((done) => gzip.write(bytes, () => done())),
  };
  const facts = { entry: (entry: { uuid?: string | undefined }) => void uuids.push(entry.uuid) };
  const result = await streamTranscript(path, [backup, facts], { chunkBytes: 1000 });
  const unpacked = once(gzip, 'end');
  gzip.end();
  await unpacked;
  expect(gunzipSync(Buffer.concat(packed)).equals(readFileSync(path))).toBe(true);
  expect(uuids).toHaveLength(200);
  expect(result).toMatchObject(scanTranscript(path, []));
});

test('reading runs ahead of the slowest consumer, but not without end', async () => {
  using dir = testdir({ 's.jsonl': session(100) });
  let working = 0;
  let most = 0;
  const seen: Buffer[] = [];
  const slow = {
    async chunk(bytes: Buffer) {
      const before = Buffer.from(bytes);
      seen.push(before);
      working += 1;
      most = Math.max(most, working);
      await setTimeout(50);
      expect(bytes.equals(before)).toBe(true);
      working -= 1;
    },
  };
  const path = join(dir.path, 's.jsonl');
  await streamTranscript(path, [slow], { chunkBytes: 512 });
  expect(seen.length).toBeGreaterThan(32);
  expect(most).toBe(16);
  expect(Buffer.concat(seen).equals(readFileSync(path))).toBe(true);
});

test('is done with the entries while chunks are still under way', async () => {
  using dir = testdir({ 's.jsonl': session(50) });
  const order: string[] = [];
  let finish: (() => void) | undefined;
  const allRead = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const consumer = {
    async chunk() {
      await allRead;
      order.push('chunk');
    },
    entry: () => void order.push('entry'),
  };
  const result = await streamTranscript(join(dir.path, 's.jsonl'), [consumer]);
  if (!result.ok) throw new Error(result.message);
  expect(order).toEqual(Array.from({ length: 50 }, () => 'entry'));
  finish?.();
  await result.settled;
  expect(order.at(-1)).toBe('chunk');
});

test('what a consumer rejects with comes out, and nothing is left open', async () => {
  using dir = testdir({ 's.jsonl': session(50) });
  const path = join(dir.path, 's.jsonl');
  const full = { chunk: () => Promise.reject(new Error('disk full')) };
  await expect(streamTranscript(path, [full], { chunkBytes: 100 })).rejects.toThrow('disk full');
  const late = await streamTranscript(path, [full]);
  await expect(late.ok && late.settled).rejects.toThrow('disk full');
  const broken = {
    entry: () => {
      throw new Error('my bug');
    },
  };
  await expect(streamTranscript(path, [broken])).rejects.toThrow('my bug');
});
