import {
  closeSync,
  createWriteStream,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { StateFileError } from '../state-file-error.ts';
import { makePrivateFolder } from './private-folder.ts';
import { temporaryName } from './write-atomic.ts';

export type BackupInfo = {
  path: string;
  /** Bytes of the transcript that were kept. */
  originalBytes: number;
  /** Bytes of the compressed file. */
  bytes: number;
};

export type BackupWriter = {
  /** Takes the next bytes of the transcript; they may be reused when it resolves. */
  write: (chunk: Uint8Array) => Promise<void>;
  /** Checks the file, then gives it its name. Rejects when the file on disk is not whole. */
  finish: () => Promise<BackupInfo>;
  /** Leaves nothing behind. */
  abort: () => void;
};

/** A gzip copy of a transcript, byte for byte, that has its name only when it is complete. 0600. */
export function startBackup(path: string, root: string): BackupWriter {
  makePrivateFolder(dirname(path), root);
  const temporary = temporaryName(path);
  const gzip = createGzip({ level: 1 });
  const file = createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true });
  const written = finished(gzip.pipe(file));
  // An error that nobody awaits yet must not end the process; `finish` reports it.
  written.catch(() => gzip.destroy());
  let originalBytes = 0;
  return {
    write: (chunk) => {
      originalBytes += chunk.length;
      return new Promise((resolve, reject) => {
        gzip.write(chunk, (error) => (error ? reject(error) : resolve()));
      });
    },
    finish: async () => {
      try {
        gzip.end();
        await written;
        const bytes = checkBackup(temporary, originalBytes);
        renameSync(temporary, path);
        return { path, originalBytes, bytes };
      } catch (error) {
        rmSync(temporary, { force: true });
        throw error;
      }
    },
    abort: () => {
      gzip.destroy();
      file.destroy();
      rmSync(temporary, { force: true });
    },
  };
}

/** A gzip file ends with the length of what it holds, modulo 2^32 (RFC 1952). Returns its own size. */
function checkBackup(path: string, originalBytes: number): number {
  const handle = openSync(path, 'r');
  try {
    const { size } = fstatSync(handle);
    const trailer = Buffer.alloc(4);
    readSync(handle, trailer, 0, 4, size - 4);
    if (trailer.readUInt32LE() === originalBytes % 2 ** 32) return size;
    throw new StateFileError(
      'backup_mismatch',
      `backup ${path} is incomplete; the disk may be full`,
    );
  } finally {
    closeSync(handle);
  }
}
