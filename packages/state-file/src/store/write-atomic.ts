import {
  closeSync,
  fsyncSync,
  futimesSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { makePrivateFolder } from './private-folder.ts';

let counter = 0;

export type WriteOptions = {
  /** Default 0600. */
  mode?: number | undefined;
  /** When the file was modified, as it shall say where the file system lets us. Default: now. */
  modifiedAt?: Date | undefined;
};

/**
 * Replaces a file as a whole: after a crash at any instant it holds the old text or the new one.
 * `root` is carryover's folder (see `makePrivateFolder`). Throws what the disk says.
 */
export function writeAtomic(
  file: string,
  contents: string | Uint8Array,
  root: string,
  { mode = 0o600, modifiedAt }: WriteOptions = {},
): void {
  makePrivateFolder(dirname(file), root);
  const temporary = temporaryName(file);
  try {
    const handle = openSync(temporary, 'wx', mode);
    try {
      writeAll(handle, typeof contents === 'string' ? Buffer.from(contents, 'utf8') : contents);
      if (modifiedAt) date(handle, modifiedAt);
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

function date(handle: number, at: Date): void {
  try {
    futimesSync(handle, at, at);
  } catch {
    // Some network file systems refuse: the file is dated now.
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
