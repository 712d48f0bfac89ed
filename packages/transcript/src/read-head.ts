import { readSync } from 'node:fs';
import { createLineSplitter } from './line-splitter.ts';
import type { Line } from './line.ts';
import { openTranscript } from './open-transcript.ts';

/**
 * Hands out the whole lines within the first `bytes` of a file until `visit` returns true. Nothing
 * when the file is missing or cannot be read.
 */
export function readHead(path: string, bytes: number, visit: (line: Line) => boolean): void {
  const file = openTranscript(path);
  if (!file.ok) return;
  let isDone = false;
  const splitter = createLineSplitter((line) => {
    isDone ||= visit(line);
  });
  try {
    const buffer = Buffer.allocUnsafe(Math.min(bytes, file.size));
    let count = 0;
    try {
      count = readSync(file.fd, buffer, 0, buffer.length, 0);
    } catch {
      return;
    }
    splitter.push(buffer.subarray(0, count));
    if (count === file.size) splitter.end();
  } finally {
    file.close();
  }
}
