import { isKnownEntryType, type TranscriptEntry } from './entry.ts';
import { createLineSplitter, type LineSplitter } from './line-splitter.ts';
import type { Line } from './line.ts';
import { parseEntries } from './parse-line.ts';

/** Where a line stands in its file. */
export type LinePosition = {
  /** Bytes from the start of the file to the start of the line. */
  offset: number;
  /** Bytes from the start of the file to the start of the following line. */
  next: number;
};

export type SkippedLine = {
  /** Bytes from the start of the file to the start of the line. */
  offset: number;
  /** Length of the line in bytes. */
  bytes: number;
  /**
   * `damaged`: not JSON. `not-an-object`: JSON, but no entry. `torn`: the last line, still being
   * written. `too-long`: over the limit even without its long strings.
   */
  reason: 'damaged' | 'not-an-object' | 'torn' | 'too-long';
};

export type TranscriptConsumer = {
  /** Called for each entry in file order. What it throws ends the pass and is thrown on. */
  entry?: ((entry: TranscriptEntry, position: LinePosition) => void) | undefined;
  /** Called for each line that could not be handed out. */
  skipped?: ((line: SkippedLine) => void) | undefined;
};

/** What one pass has seen. */
export type ScanSummary = {
  entries: number;
  skippedCount: number;
  /** The first 100 skipped lines; `skippedCount` tells how many there were. */
  skipped: SkippedLine[];
  /** Number of entries by type, for types that this version does not know. */
  unknownTypes: Map<string, number>;
  /** Lines over the limit, whose strings of more than 16 KB were cut. */
  squeezed: number;
  /** Where the next pass goes on, in bytes: after the last complete line. */
  offset: number;
};

export type ReaderOptions = {
  offset: number;
  maxLineBytes: number | undefined;
  maxStringBytes?: ((line: Line) => number) | undefined;
};

export type EntryReader = { splitter: LineSplitter; summary: ScanSummary };

const keptSkips = 100;

/** Feeds bytes into several consumers at once: one split and one parse for all of them. */
export function createEntryReader(
  consumers: readonly TranscriptConsumer[],
  options: ReaderOptions,
): EntryReader {
  const summary: ScanSummary = {
    entries: 0,
    skippedCount: 0,
    skipped: [],
    squeezed: 0,
    unknownTypes: new Map(),
    offset: options.offset,
  };

  function skip(line: SkippedLine): void {
    summary.skippedCount += 1;
    if (summary.skipped.length < keptSkips) summary.skipped.push(line);
    for (const consumer of consumers) consumer.skipped?.(line);
  }

  function take(line: Line): void {
    const { offset, next, terminated } = line;
    const bytes = line.isSqueezed ? next - offset : line.end - line.start;
    const parsed = parseEntries(line, options.maxStringBytes?.(line));
    if (typeof parsed === 'string') {
      // The next pass starts at a torn line again: by then it may be whole.
      if (terminated) summary.offset = next;
      skip({ offset, bytes, reason: terminated ? parsed : 'torn' });
      return;
    }
    summary.offset = next;
    if (line.isSqueezed) summary.squeezed += 1;
    for (const entry of parsed) hand(entry, { offset, next });
  }

  function hand(entry: TranscriptEntry, position: LinePosition): void {
    summary.entries += 1;
    if (!isKnownEntryType(entry.type)) {
      const name = entry.type ?? '(none)';
      summary.unknownTypes.set(name, (summary.unknownTypes.get(name) ?? 0) + 1);
    }
    for (const consumer of consumers) consumer.entry?.(entry, position);
  }

  const splitter = createLineSplitter(take, {
    offset: options.offset,
    maxLineBytes: options.maxLineBytes,
    onLongLine: (line) => {
      summary.offset = line.offset + line.bytes;
      skip({ ...line, reason: 'too-long' });
    },
  });
  return { splitter, summary };
}
