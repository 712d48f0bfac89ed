import { read } from 'node:fs';
import { createEntryReader, type TranscriptConsumer } from './entry-reader.ts';
import { openTranscript, readFailure } from './open-transcript.ts';
import { defaultChunkBytes, type ScanOptions, type ScanResult } from './scan-transcript.ts';

export type StreamConsumer = TranscriptConsumer & {
  /**
   * Called with every byte read, in order, before the entries of these bytes. The bytes are reused:
   * they are valid until the returned promise settles, and the next chunk waits for it. So a
   * compressor works on the chunk while the entries of the same chunk are parsed.
   */
  chunk?: ((bytes: Buffer) => void | Promise<void>) | undefined;
};

/**
 * Like `scanTranscript`, but lets consumers take the raw bytes at their own speed: a backup and the
 * facts share one read. Rejects only with what a consumer throws or rejects with.
 */
export async function streamTranscript(
  path: string,
  consumers: readonly StreamConsumer[],
  options: ScanOptions = {},
): Promise<ScanResult> {
  const { from = 0, chunkBytes = defaultChunkBytes, maxLineBytes, maxStringBytes } = options;
  const file = openTranscript(path);
  if (!file.ok) return file;
  let pending: Promise<number> | undefined;
  try {
    const { splitter, summary } = createEntryReader(consumers, {
      offset: from,
      maxLineBytes,
      maxStringBytes,
    });
    const length = Math.max(1, Math.min(chunkBytes, file.size - from));
    let [current, following] = [Buffer.allocUnsafe(length), Buffer.allocUnsafe(length)];
    let position = from;
    const readNext = (into: Buffer): Promise<number> => {
      const wanted = Math.min(into.length, file.size - position);
      return wanted > 0 ? readInto(file.fd, into, wanted, position) : Promise.resolve(0);
    };
    pending = readNext(current);
    for (;;) {
      let count: number;
      try {
        count = await pending;
      } catch (error) {
        return readFailure(path, error);
      }
      if (count === 0) break;
      position += count;
      const bytes = current.subarray(0, count);
      const working = startChunk(consumers, bytes);
      pending = readNext(following);
      // Awaited below; without a handler a rejection meanwhile would end the process.
      pending.catch(() => {});
      working.catch(() => {});
      splitter.push(bytes);
      await working;
      [current, following] = [following, current];
    }
    splitter.end();
    return { ok: true, size: file.size, ...summary };
  } finally {
    // A read that is under way must not meet a descriptor that was closed and given out again.
    await pending?.catch(() => {});
    file.close();
  }
}

async function startChunk(consumers: readonly StreamConsumer[], bytes: Buffer): Promise<void> {
  await Promise.all(consumers.map(async (consumer) => consumer.chunk?.(bytes)));
}

function readInto(fd: number, into: Buffer, bytes: number, position: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(fd, into, 0, bytes, position, (error, count) => {
      if (error) reject(error);
      else resolve(count);
    });
  });
}
