/**
 * One line of a file. The object and its bytes are reused: they are valid only during the call, so
 * decode or copy what has to stay.
 */
export type Line = {
  /** Holds the line between `start` (inclusive) and `end` (exclusive), without CR, LF or BOM. */
  bytes: Buffer;
  start: number;
  end: number;
  /** Bytes from the start of the file to the start of the line, a BOM included in the count. */
  offset: number;
  /** Bytes from the start of the file to the byte after the line's LF. */
  next: number;
  /** False for a last line without LF: it may be complete or torn. */
  terminated: boolean;
  /** True for a line over the limit: strings of more than 16 KB are cut, with a note. */
  isSqueezed: boolean;
};

/** A line that is over the limit even when squeezed: passed over. Both in bytes. */
export type LongLine = { offset: number; bytes: number };

/** In bytes. The longest line seen in 735 public sessions has 2.1 MB (2026-07). */
export const defaultMaxLineBytes = 4 * 1024 * 1024;

export const lineFeed = 0x0a;
const carriageReturn = 0x0d;

export function emptyLine(): Line {
  return {
    bytes: Buffer.alloc(0),
    start: 0,
    end: 0,
    offset: 0,
    next: 0,
    terminated: true,
    isSqueezed: false,
  };
}

/** Points `line` at these bytes, less BOM and CR. False when nothing but white space is left. */
export function placeLine(line: Line, bytes: Buffer, from: number, to: number): boolean {
  let start = from;
  let end = to;
  if (line.offset === 0 && hasByteOrderMark(bytes, start, end)) start += 3;
  while (end > start && bytes[end - 1] === carriageReturn) end -= 1;
  line.bytes = bytes;
  line.start = start;
  line.end = end;
  if (!line.isSqueezed) line.next = line.offset + (to - from) + (line.terminated ? 1 : 0);
  return !isBlank(bytes, start, end);
}

function hasByteOrderMark(bytes: Buffer, start: number, end: number): boolean {
  return (
    end - start >= 3 &&
    bytes[start] === 0xef &&
    bytes[start + 1] === 0xbb &&
    bytes[start + 2] === 0xbf
  );
}

function isBlank(bytes: Buffer, start: number, end: number): boolean {
  for (let index = start; index < end; index += 1) {
    const byte = bytes[index];
    if (byte !== 0x20 && byte !== 0x09 && byte !== carriageReturn) return false;
  }
  return true;
}
