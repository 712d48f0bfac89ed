import { readSync } from 'node:fs';
import { createEntryReader, type TranscriptConsumer } from './entry-reader.ts';
import { lineFeed } from './line.ts';
import { openTranscript, readFailure, type ReadFailure } from './open-transcript.ts';
import { defaultChunkBytes, type ScannedTranscript, type ScanOptions } from './scan-transcript.ts';
import { startOffset } from './start-offset.ts';

export type StreamConsumer = TranscriptConsumer & {
  /**
   * Called with every byte read, in order, before the entries of these bytes. The bytes stay as they
   * are until the returned promise settles; up to `chunksAhead` chunks may be under way at once. So a
   * compressor works on its own thread while entries are parsed here.
   */
  chunk?: ((bytes: Buffer) => void | Promise<void>) | undefined;
};

export type StreamResult =
  | ReadFailure
  | (ScannedTranscript & {
      /** Resolves when the last chunk is done with, rejects with what a consumer rejected with. */
      settled: Promise<void>;
    });

/** How far reading may run ahead of the slowest consumer of chunks: memory for time. */
const chunksAhead = 16;

/**
 * Bytes whose entries are handed out in one go. A compressor needs this thread after each chunk, and
 * idles until it gets it.
 */
const sliceBytes = 64 * 1024;

/**
 * Like `scanTranscript`, but lets consumers take the raw bytes at their own speed: a backup and the
 * facts share one read. Resolves after the last entry, with chunks maybe still under way; rejects only
 * with what a consumer throws or rejects with.
 */
export async function streamTranscript(
  path: string,
  consumers: readonly StreamConsumer[],
  options: ScanOptions = {},
): Promise<StreamResult> {
  const { chunkBytes = defaultChunkBytes, maxLineBytes, maxStringBytes } = options;
  const file = openTranscript(path);
  if (!file.ok) return file;
  const working = new Set<Promise<void>>();
  try {
    const from = startOffset(file, options);
    const reader = { offset: from, maxLineBytes, maxStringBytes };
    const { splitter, summary } = createEntryReader(consumers, reader);
    const length = Math.max(1, Math.min(chunkBytes, file.size - from));
    const free: Buffer[] = [];
    for (let position = from; position < file.size;) {
      while (free.length === 0 && working.size >= chunksAhead) await Promise.race(working);
      const buffer = free.pop() ?? Buffer.allocUnsafe(length);
      const wanted = Math.min(length, file.size - position);
      let count: number;
      try {
        count = readSync(file.fd, buffer, 0, wanted, position);
      } catch (error) {
        return readFailure(path, error);
      }
      if (count === 0) break;
      position += count;
      const bytes = buffer.subarray(0, count);
      const work = startChunk(consumers, bytes).then(() => {
        working.delete(work);
        free.push(buffer);
        return undefined;
      });
      // Whoever waits gets it; without a handler a rejection meanwhile would end the process.
      work.catch(() => {});
      working.add(work);
      for (const slice of slicesOf(bytes)) {
        splitter.push(slice);
        await turn();
      }
    }
    splitter.end();
    const settled = Promise.all(working).then(() => undefined);
    settled.catch(() => {});
    return { ok: true, size: file.size, from, ...summary, settled };
  } finally {
    file.close();
  }
}

async function startChunk(consumers: readonly StreamConsumer[], bytes: Buffer): Promise<void> {
  await Promise.all(consumers.map(async (consumer) => consumer.chunk?.(bytes)));
}

/** Whole lines where that is possible: a line inside one slice is not copied. */
function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length;) {
    const feed = bytes.indexOf(lineFeed, start + sliceBytes);
    const end = feed === -1 ? bytes.length : feed + 1;
    yield bytes.subarray(start, end);
    start = end;
  }
}

/** Lets what waits for this thread have it. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
