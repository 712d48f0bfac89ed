import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { makePrivateFolder } from './private-folder.ts';

let counter = 0;

/**
 * Replaces a file as a whole: after a crash at any instant it holds the old text or the new one.
 * `root` is carryover's folder (see `makePrivateFolder`). Throws what the disk says.
 */
export function writeAtomic(
  file: string,
  contents: string | Uint8Array,
  root: string,
  mode = 0o600,
): void {
  makePrivateFolder(dirname(file), root);
  const temporary = temporaryName(file);
  try {
    const handle = openSync(temporary, 'wx', mode);
    try {
      writeAll(handle, typeof contents === 'string' ? Buffer.from(contents, 'utf8') : contents);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** In the same folder, so that the rename stays on one file system; unlike any final name. */
export function temporaryName(file: string): string {
  return `${file}.${process.pid}-${counter++}.tmp`;
}

function writeAll(handle: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) written += writeSync(handle, bytes, written);
}
