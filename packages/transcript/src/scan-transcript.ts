import { readSync } from 'node:fs';
import { createEntryReader, type ScanSummary, type TranscriptConsumer } from './entry-reader.ts';
import type { Line } from './line.ts';
import { openTranscript, readFailure, type ReadFailure } from './open-transcript.ts';
import { startOffset } from './start-offset.ts';

export type ScanOptions = {
  /**
   * Where to start, in bytes: 0 or the `offset` of an earlier result. From 0 when no line ends there,
   * because the file was replaced.
   */
  from?: number | undefined;
  /**
   * Reads the whole lines among so many bytes at the end alone, where `from` does not start later. All
   * lines where the last one is longer than that.
   */
  lastBytes?: number | undefined;
  /** In longer lines, strings of more than 16 KB are cut. In bytes, default 4 MiB. */
  maxLineBytes?: number | undefined;
  /**
   * How long a string in this line may be, in bytes: longer ones are cut to their start and end before
   * the line is decoded. For readers that need no whole file contents. Default: nothing is cut.
   */
  maxStringBytes?: ((line: Line) => number) | undefined;
  /** Bytes read at once. */
  chunkBytes?: number | undefined;
};

export type ScannedTranscript = {
  ok: true;
  /** Size of the file in bytes. */
  size: number;
  /** Where the pass started, in bytes: 0 also when the file is another one than before. */
  from: number;
} & ScanSummary;

export type ScanResult = ReadFailure | ScannedTranscript;

export const defaultChunkBytes = 1024 * 1024;

/**
 * Reads a transcript once, synchronously, for all consumers. Memory is bounded by the chunk and the
 * longest line, whatever the size of the file. Never throws for the file's sake: a missing or
 * unreadable one is `{ ok: false, reason }`. A file that grows meanwhile is read up to the size it
 * had at the start; one that shrinks, to its new end.
 */
export function scanTranscript(
  path: string,
  consumers: readonly TranscriptConsumer[],
  options: ScanOptions = {},
): ScanResult {
  const { chunkBytes = defaultChunkBytes, maxLineBytes, maxStringBytes } = options;
  const file = openTranscript(path);
  if (!file.ok) return file;
  try {
    const from = startOffset(file, options);
    const { splitter, summary } = createEntryReader(consumers, {
      offset: from,
      maxLineBytes,
      maxStringBytes,
    });
    const size = Math.max(0, file.size - from);
    const buffer = Buffer.allocUnsafe(Math.max(1, Math.min(chunkBytes, size)));
    let position = from;
    while (position < file.size) {
      const wanted = Math.min(buffer.length, file.size - position);
      let read: number;
      try {
        read = readSync(file.fd, buffer, 0, wanted, position);
      } catch (error) {
        return readFailure(path, error);
      }
      if (read === 0) break;
      splitter.push(buffer.subarray(0, read));
      position += read;
    }
    splitter.end();
    return { ok: true, size: file.size, from, ...summary };
  } finally {
    file.close();
  }
}
