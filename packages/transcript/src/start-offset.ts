import { readSync } from 'node:fs';
import { lineFeed } from './line.ts';

type OpenFile = { fd: number; size: number };

/** Where a pass begins, in bytes: see `from` and `lastBytes` of `ScanOptions`. */
export function startOffset(
  file: OpenFile,
  { from = 0, lastBytes = Infinity }: { from?: number | undefined; lastBytes?: number | undefined },
): number {
  return Math.max(resumeOffset(file, from), nextLine(file, file.size - lastBytes));
}

/**
 * Where a pass may go on: `from` when a line ends there, else 0, because the file is another one than
 * the offset was taken of (shorter, replaced, or rewritten by a fork).
 */
function resumeOffset(file: OpenFile, from: number): number {
  if (!Number.isInteger(from) || from <= 0 || from > file.size) return 0;
  const bytes = Buffer.alloc(2);
  const count = readSync(file.fd, bytes, 0, 2, from - 1);
  // After a last line without LF the offset stands before the LF that came later.
  const isAtLine = bytes[0] === lineFeed || count < 2 || isLineEnd(bytes[1]);
  return isAtLine ? from : 0;
}

/** Where the first line begins at or after `offset`, 0 where none does before the end of the file. */
function nextLine(file: OpenFile, offset: number): number {
  if (offset <= 0) return 0;
  const bytes = Buffer.alloc(64 * 1024);
  for (let position = offset - 1; position < file.size;) {
    const count = readSync(file.fd, bytes, 0, bytes.length, position);
    if (count === 0) return 0;
    const feed = bytes.subarray(0, count).indexOf(lineFeed);
    if (feed !== -1) return position + feed + 1 < file.size ? position + feed + 1 : 0;
    position += count;
  }
  return 0;
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === lineFeed || byte === 0x0d;
}
