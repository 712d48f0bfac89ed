import { writeSync } from 'node:fs';
import { errorCode } from './unknown.ts';

const RETRY_MS = 2;

/**
 * Sends everything that a handler or a library prints to stderr, which the client keeps in its
 * debug log: one stray line on stdout turns the answer into text for the model.
 */
export function guardStdout(): void {
  process.stdout.write = process.stderr.write.bind(process.stderr);
  console.log = console.error;
  console.info = console.error;
  console.debug = console.error;
}

/**
 * Writes the whole answer, and returns what went wrong. `process.stdout.write` followed by an exit
 * loses all past 65,536 bytes where the reader is slow (Node 20, Linux pipes).
 */
export function writeAnswer(answer: string, deadlineMs: number): string | undefined {
  const bytes = Buffer.from(answer, 'utf8');
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(1, bytes, written);
    } catch (error) {
      const code = errorCode(error);
      if (code !== 'EAGAIN') return `stdout not writable: ${code ?? 'unknown error'}`;
      if (performance.now() > deadlineMs) return 'stdout stayed full until the deadline';
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    }
  }
  return undefined;
}
