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

/**
 * Room for all that a chunk is compressed to: with less, the compressor waits for this thread, which
 * reads the same chunk meanwhile, again and again.
 */
const OUTPUT_BYTES = 1024 * 1024;

/** A gzip copy of a transcript, byte for byte, that has its name only when it is complete. 0600. */
export function startBackup(path: string, root: string): BackupWriter {
  // Loaded here: hooks that keep no backup share this file and must not wait for them.
  const { crc32, createGzip } = process.getBuiltinModule('node:zlib');
  const { finished } = process.getBuiltinModule('node:stream/promises');
  makePrivateFolder(dirname(path), root);
  const temporary = temporaryName(path);
  // Opened here and now: a file that is still being opened could appear after `abort` removed it.
  const fd = openSync(temporary, 'wx', 0o600);
  const gzip = createGzip({ level: 1, chunkSize: OUTPUT_BYTES });
  const file = createWriteStream(temporary, { fd, flush: true });
  const written = finished(gzip.pipe(file));
  // When one of the two fails, nobody must wait for the other: a full disk costs the backup alone.
  written.catch((error: unknown) => gzip.destroy(error instanceof Error ? error : undefined));
  gzip.on('error', (error) => file.destroy(error));
  const kept: Content = { bytes: 0, checksum: 0 };
  return {
    write: (chunk) => {
      kept.bytes += chunk.length;
      kept.checksum = crc32(chunk, kept.checksum);
      return new Promise((resolve, reject) => {
        gzip.write(chunk, (error) => (error ? reject(error) : resolve()));
      });
    },
    finish: async () => {
      try {
        gzip.end();
        await written;
        const bytes = checkBackup(temporary, kept, file.bytesWritten);
        renameSync(temporary, path);
        return { path, originalBytes: kept.bytes, bytes };
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

/** What a gzip file says at its end about what it holds (RFC 1952). */
type Content = { bytes: number; checksum: number };

/** The file on disk is as long as what was written, and ends with the checksum of what was read. */
function checkBackup(path: string, kept: Content, written: number): number {
  const handle = openSync(path, 'r');
  try {
    const { size } = fstatSync(handle);
    const trailer = Buffer.alloc(8);
    readSync(handle, trailer, 0, 8, Math.max(0, size - 8));
    const isWhole =
      size === written &&
      trailer.readUInt32LE(0) === kept.checksum &&
      trailer.readUInt32LE(4) === kept.bytes % 2 ** 32;
    if (isWhole) return size;
    throw new StateFileError(
      'backup_mismatch',
      `backup ${path} is incomplete; the disk may be full`,
    );
  } finally {
    closeSync(handle);
  }
}
