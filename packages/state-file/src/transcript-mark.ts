import { closeSync, openSync, readSync } from 'node:fs';
import { sha1 } from './sha1.ts';

const BYTES = 4 * 1024;

/**
 * Tells one transcript from another of the same length: a hash of its last bytes up to `size`, which
 * hold the uuid of the last line. `undefined` where they cannot be read.
 */
export function markTranscript(path: string, size: number): string | undefined {
  try {
    const handle = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(Math.min(BYTES, size));
      const read = readSync(handle, bytes, 0, bytes.length, size - bytes.length);
      return sha1(bytes.subarray(0, read)).slice(0, 16);
    } finally {
      closeSync(handle);
    }
  } catch {
    return undefined;
  }
}
