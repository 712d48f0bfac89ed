import { createReadStream, createWriteStream, linkSync, rmSync, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { StateFileError } from '../state-file-error.ts';
import { errorCode } from '../unknown.ts';
import { temporaryName } from './write-atomic.ts';

/**
 * Unpacks a backup into a transcript that the client can resume. Its checksum is verified before the
 * file has its name, and no file is ever replaced: throws `file_exists`, or `backup_mismatch` for a
 * damaged backup.
 */
export async function restoreBackup(backup: string, to: string): Promise<{ bytes: number }> {
  const temporary = temporaryName(to);
  try {
    const file = createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(createReadStream(backup), createGunzip(), file);
    const { size } = statSync(temporary);
    // Unlike a rename this fails when somebody else made the file meanwhile.
    linkSync(temporary, to);
    return { bytes: size };
  } catch (error) {
    throw explain(error, backup, to);
  } finally {
    rmSync(temporary, { force: true });
  }
}

function explain(error: unknown, backup: string, to: string): unknown {
  const code = errorCode(error);
  if (code === 'EEXIST') {
    const message = `${to} exists; move it away, or name another file`;
    return new StateFileError('file_exists', message, { cause: error });
  }
  if (code?.startsWith('Z_')) {
    const message = `backup ${backup} is damaged; take an older one`;
    return new StateFileError('backup_mismatch', message, { cause: error });
  }
  return error;
}
