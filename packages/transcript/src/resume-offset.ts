import { readSync } from 'node:fs';
import { lineFeed } from './line.ts';

/**
 * Where a pass may go on: `from` when a line ends there, else 0, because the file is another one than
 * the offset was taken of (shorter, replaced, or rewritten by a fork).
 */
export function resumeOffset(file: { fd: number; size: number }, from: number): number {
  if (!Number.isInteger(from) || from <= 0 || from > file.size) return 0;
  const bytes = Buffer.alloc(2);
  const count = readSync(file.fd, bytes, 0, 2, from - 1);
  // After a last line without LF the offset stands before the LF that came later.
  const isAtLine = bytes[0] === lineFeed || count < 2 || isLineEnd(bytes[1]);
  return isAtLine ? from : 0;
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === lineFeed || byte === 0x0d;
}
