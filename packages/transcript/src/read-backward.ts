import { readSync } from 'node:fs';
import {
  defaultMaxLineBytes,
  emptyLine,
  lineFeed,
  placeLine,
  type Line,
  type LongLine,
} from './line.ts';
import { openTranscript, readFailure, type ReadFailure } from './open-transcript.ts';

export type BackwardOptions = {
  /** Where to start reading back, in bytes: the end of a line. Default: the end of the file. */
  from?: number | undefined;
  /** Bytes read at first; each further read doubles what is read in all, up to 1 MiB at once. */
  firstBytes?: number | undefined;
  /** Stop before the first read that would go beyond so many bytes from the end. */
  limitBytes?: number | undefined;
  /** Longer lines are passed over, in bytes. Default 4 MiB. */
  maxLineBytes?: number | undefined;
  onLongLine?: ((line: LongLine) => void) | undefined;
  /** What the wanted lines hold, any of it, without a line feed. Others may then be passed over unseen. */
  holding?: Buffer[] | undefined;
};

export type BackwardResult =
  | ReadFailure
  | {
      ok: true;
      /** Where reading started: the size of the file in bytes, unless `from` says otherwise. */
      size: number;
      /** Bytes read back from there. */
      bytesRead: number;
      /** False when the visitor stopped or the limit was reached before the start of the file. */
      reachedStart: boolean;
      /** Lines passed over because of their length. */
      longLines: number;
    };

const maxReadBytes = 1024 * 1024;

/**
 * Hands out lines from the last to the first until `visit` returns true. Costs what lies between
 * the end and the line that is looked for, whatever the size of the file.
 */
export function readBackward(
  path: string,
  visit: (line: Line) => boolean,
  options: BackwardOptions = {},
): BackwardResult {
  const { firstBytes = 64 * 1024, limitBytes = Infinity } = options;
  const file = openTranscript(path);
  if (!file.ok) return file;
  const size = Math.min(file.size, options.from ?? Infinity);
  const lines = createBackwardLines(visit, options);
  let position = size;
  let buffer = Buffer.alloc(0);
  let stopped = false;
  try {
    while (position > 0 && !stopped) {
      const read = size - position;
      const wanted = Math.min(Math.max(firstBytes, read), maxReadBytes, position);
      if (read + wanted > limitBytes && read > 0) break;
      if (buffer.length < wanted) buffer = Buffer.allocUnsafe(wanted);
      const count = readSync(file.fd, buffer, 0, wanted, position - wanted);
      // The file has shrunk: what was read after this point belongs to no line of it.
      if (count < wanted) lines.forget();
      position -= wanted;
      stopped = lines.unshift(buffer.subarray(0, count), position);
    }
    if (position === 0 && !stopped) lines.finish();
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return readFailure(path, error);
    throw error;
  } finally {
    file.close();
  }
  const reachedStart = position === 0 && !stopped;
  return { ok: true, size, bytesRead: size - position, reachedStart, longLines: lines.longLines() };
}

type BackwardLines = {
  /** Takes the bytes before those of the last call; true when the visitor has stopped. */
  unshift: (block: Buffer, blockOffset: number) => boolean;
  /** Hands out the first line of the file. */
  finish: () => boolean;
  forget: () => void;
  longLines: () => number;
};

function createBackwardLines(
  visit: (line: Line) => boolean,
  { maxLineBytes = defaultMaxLineBytes, onLongLine, holding }: BackwardOptions,
): BackwardLines {
  const line = emptyLine();
  // The end of a line whose start is not read yet, as copies in file order.
  let pieces: Buffer[] = [];
  let pieceBytes = 0;
  let isLong = false;
  let terminated = false;
  let longLines = 0;

  function keep(piece: Buffer): void {
    pieceBytes += piece.length;
    if (pieceBytes > maxLineBytes) isLong = true;
    if (isLong) pieces = [];
    else pieces.unshift(Buffer.from(piece));
  }

  function flush(start: Buffer, offset: number): boolean {
    if (pieceBytes + start.length > maxLineBytes) isLong = true;
    const whole = pieces.length === 0 ? start : Buffer.concat([start, ...pieces]);
    const isTooLong = isLong;
    const bytes = pieceBytes + start.length;
    pieces = [];
    pieceBytes = 0;
    isLong = false;
    line.offset = offset;
    line.terminated = terminated;
    terminated = true;
    if (isTooLong) {
      longLines += 1;
      onLongLine?.({ offset, bytes });
      return false;
    }
    return placeLine(line, whole, 0, whole.length) && visit(line);
  }

  return {
    unshift(block, blockOffset) {
      const isWanted = holding?.some((bytes) => block.includes(bytes)) ?? true;
      let end = block.length;
      while (end > 0) {
        const feed = block.lastIndexOf(lineFeed, end - 1);
        if (feed === -1) break;
        if (flush(block.subarray(feed + 1, end), blockOffset + feed + 1)) return true;
        // Only the first and the last line of a block go on in another one.
        end = isWanted ? feed : block.indexOf(lineFeed);
      }
      if (end > 0) keep(block.subarray(0, end));
      return false;
    },
    finish: () => flush(Buffer.alloc(0), 0),
    forget() {
      pieces = [];
      pieceBytes = 0;
      isLong = false;
    },
    longLines: () => longLines,
  };
}
