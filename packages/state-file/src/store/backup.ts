import {
  closeSync,
  createWriteStream,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  type WriteStream,
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
 * A gzip copy of a transcript, byte for byte, that has its name only when it is complete. 0600.
 *
 * Each chunk is a gzip member of its own (RFC 1952, 2.2: a file is a series of members), so that
 * several are compressed at once while the thread that reads them draws the facts.
 */
export function startBackup(path: string, root: string): BackupWriter {
  // Loaded here: hooks that keep no backup share this file and must not wait for them.
  const { crc32, gzip } = process.getBuiltinModule('node:zlib');
  const { finished } = process.getBuiltinModule('node:stream/promises');
  const { promisify } = process.getBuiltinModule('node:util');
  const compress = promisify(gzip);
  makePrivateFolder(dirname(path), root);
  const temporary = temporaryName(path);
  // Opened here and now: a file that is still being opened could appear after `abort` removed it.
  const fd = openSync(temporary, 'wx', 0o600);
  const file = createWriteStream(temporary, { fd, flush: true });
  const closed = finished(file);
  // Whoever writes or finishes gets it; without a handler a full disk would end the process.
  closed.catch(() => {});
  let originalBytes = 0;
  let last = Promise.resolve(EMPTY);
  const write = async (chunk: Uint8Array): Promise<void> => {
    originalBytes += chunk.length;
    const checksum = crc32(chunk);
    // Room for all that a chunk becomes: with less, the compressor waits for this thread in between.
    const compressed = compress(chunk, { level: 1, chunkSize: chunk.length + MOST_ADDED });
    const member = Promise.all([compressed, last]).then(async ([bytes]) => {
      if (bytes.readUInt32LE(bytes.length - TRAILER_BYTES) !== checksum) throw mismatch(path);
      await append(file, bytes);
      return bytes;
    });
    last = member;
    await member;
  };
  return {
    write,
    finish: async () => {
      try {
        // A file without any member is no gzip file.
        if (originalBytes === 0) await write(EMPTY);
        const member = await last;
        file.end();
        await closed;
        const bytes = checkBackup(temporary, member, file.bytesWritten);
        renameSync(temporary, path);
        return { path, originalBytes, bytes };
      } catch (error) {
        rmSync(temporary, { force: true });
        throw error;
      }
    },
    abort: () => {
      file.destroy();
      rmSync(temporary, { force: true });
    },
  };
}

const EMPTY = Buffer.alloc(0);

/** Bytes by which a chunk of a MiB that does not shrink may grow, headers included. */
const MOST_ADDED = 4 * 1024;

function append(file: WriteStream, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    file.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

/** Bytes of the checksum and the length at the end of a gzip member (RFC 1952). */
const TRAILER_BYTES = 8;

/** The file on disk is as long as what was written, and ends as its last member does. */
function checkBackup(path: string, member: Buffer, written: number): number {
  const handle = openSync(path, 'r');
  try {
    const { size } = fstatSync(handle);
    const trailer = Buffer.alloc(TRAILER_BYTES);
    readSync(handle, trailer, 0, TRAILER_BYTES, Math.max(0, size - TRAILER_BYTES));
    if (size === written && trailer.equals(member.subarray(-TRAILER_BYTES))) return size;
    throw mismatch(path);
  } finally {
    closeSync(handle);
  }
}

function mismatch(path: string): StateFileError {
  return new StateFileError(
    'backup_mismatch',
    `backup ${path} is incomplete; the disk may be full`,
  );
}
