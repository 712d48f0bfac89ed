import { createLineSqueezer, type LineSqueezer } from './line-squeezer.ts';
import {
  defaultMaxLineBytes,
  emptyLine,
  lineFeed,
  placeLine,
  type Line,
  type LongLine,
} from './line.ts';

export type LineSplitterOptions = {
  /** Where in the file the first pushed byte stands, in bytes. */
  offset?: number | undefined;
  /** Longer lines are squeezed: long strings in them are cut. In bytes, default 4 MiB. */
  maxLineBytes?: number | undefined;
  onLongLine?: ((line: LongLine) => void) | undefined;
};

export type LineSplitter = {
  /** Takes the next bytes of the file, in order. They are not kept after the call. */
  push: (chunk: Uint8Array) => void;
  /** Hands out a last line that has no LF. */
  end: () => void;
};

/**
 * Cuts bytes into lines, whatever the chunks are. Blank lines are left out; a line inside one
 * chunk is never copied.
 */
export function createLineSplitter(
  onLine: (line: Line) => void,
  options: LineSplitterOptions = {},
): LineSplitter {
  const { maxLineBytes = defaultMaxLineBytes, onLongLine } = options;
  const line = emptyLine();
  const carry = createCarry(maxLineBytes);
  let position = options.offset ?? 0;
  let lineOffset = position;

  function emit(bytes: Buffer, from: number, to: number, terminated: boolean): void {
    line.offset = lineOffset;
    line.terminated = terminated;
    if (placeLine(line, bytes, from, to)) onLine(line);
  }

  function finishCarried(end: number, terminated: boolean): void {
    const isLong = carry.isLong();
    const bytes = carry.take();
    if (bytes === undefined) {
      onLongLine?.({ offset: lineOffset, bytes: end - lineOffset });
      return;
    }
    line.isSqueezed = isLong;
    line.next = end + (terminated ? 1 : 0);
    emit(bytes, 0, bytes.length, terminated);
    line.isSqueezed = false;
  }

  return {
    push(bytes) {
      const chunk = toBuffer(bytes);
      let start = 0;
      let feed = chunk.indexOf(lineFeed);
      while (feed !== -1) {
        if (!carry.isEmpty() || feed - start > maxLineBytes) {
          carry.add(chunk, start, feed);
          finishCarried(position + feed, true);
        } else if (feed > start) {
          emit(chunk, start, feed, true);
        }
        start = feed + 1;
        lineOffset = position + start;
        feed = chunk.indexOf(lineFeed, start);
      }
      position += chunk.length;
      if (start < chunk.length) carry.add(chunk, start, chunk.length);
    },
    end() {
      if (!carry.isEmpty()) finishCarried(position, false);
      lineOffset = position;
    },
  };
}

type Carry = {
  add: (chunk: Buffer, from: number, to: number) => void;
  /** True when nothing is held. */
  isEmpty: () => boolean;
  isLong: () => boolean;
  /** The line so far; `undefined` when it is too long even without its long strings. */
  take: () => Buffer | undefined;
};

/** The start of a line whose end is in a later chunk: one buffer that grows, up to the limit. */
function createCarry(maxLineBytes: number): Carry {
  const none = Buffer.alloc(0);
  let buffer = none;
  let length = 0;
  let squeezer: LineSqueezer | undefined;

  function hold(chunk: Buffer, from: number, to: number): void {
    const needed = length + to - from;
    if (needed > buffer.length) {
      const size = Math.min(maxLineBytes, Math.max(needed * 2, 4096));
      const larger = Buffer.allocUnsafe(size);
      buffer.copy(larger, 0, 0, length);
      buffer = larger;
    }
    chunk.copy(buffer, length, from, to);
    length = needed;
  }

  return {
    add(chunk, from, to) {
      if (squeezer === undefined && length + to - from <= maxLineBytes) {
        hold(chunk, from, to);
        return;
      }
      if (squeezer === undefined) {
        squeezer = createLineSqueezer(maxLineBytes);
        squeezer.add(buffer, 0, length);
        length = 0;
        buffer = none;
      }
      squeezer.add(chunk, from, to);
    },
    isEmpty: () => length === 0 && squeezer === undefined,
    isLong: () => squeezer !== undefined,
    take() {
      const bytes = squeezer === undefined ? buffer.subarray(0, length) : squeezer.finish();
      length = 0;
      squeezer = undefined;
      // One long line must not hold its memory for the rest of the file.
      if (buffer.length > 1024 * 1024) buffer = none;
      return bytes;
    },
  };
}

function toBuffer(bytes: Uint8Array): Buffer {
  if (Buffer.isBuffer(bytes)) return bytes;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
