import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { writeAtomic } from '@carryover/state-file';
import { CliError } from '../cli-error.ts';
import { fileBehind } from './file-behind.ts';

export type SettingsFile = {
  /** The file itself: links are followed, so that a linked settings file stays one. */
  path: string;
  /** `undefined` while there is none. */
  text: string | undefined;
};

/** Throws `CliError` for a file that is no text: it could not be given back as it was. */
export function readSettings(named: string): SettingsFile {
  const path = fileBehind(named);
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new CliError(`${path} is a link that leads nowhere. Mend it and run the command again.`);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return { path, text: undefined };
  checkReadable(path);
  if (stats.isFile()) return { path, text: decode(path, readFileSync(path)) };
  throw new CliError(`${path} is not a file. Move it out of the way and run the command again.`);
}

/** Throws `CliError` for a file that its owner has closed to writers: a rename would not ask. */
export function checkWritable(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  const folder = dirname(path);
  if (existsSync(folder) && !isAllowed(folder, constants.W_OK))
    throw new CliError(
      `Nothing was changed: nothing may be written into ${folder}. Make it writable for you (chmod u+w) and run the command again.`,
    );
  // Root may write everything.
  if (!stats || ((stats.mode & 0o222) !== 0 && isAllowed(path, constants.W_OK))) return;
  throw new CliError(
    `Nothing was changed: ${path} is read-only. Make it writable for you (chmod u+w) and run the command again.`,
  );
}

/** Throws `CliError` for a file that is there and cannot be read: nothing may be said of what it holds. */
export function checkReadable(path: string): void {
  if (!existsSync(path) || isAllowed(path, constants.R_OK)) return;
  throw new CliError(`${path} cannot be read. Make it readable for you and run the command again.`);
}

export function isAllowed(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

/**
 * Replaces the file as a whole, its permissions kept; `undefined` removes it. Throws `CliError` where it
 * is no longer what was read.
 */
export function writeSettings({ path, text: read }: SettingsFile, text: string | undefined): void {
  if (readSettings(path).text !== read)
    throw new CliError(
      `Nothing was changed in ${path}: another program has written it just now. Run the command again.`,
    );
  if (text === undefined) return rmSync(path, { force: true });
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  // The folder is the client's, and may be somebody else's.
  writeAtomic(path, text, path, mode === undefined ? {} : { mode: mode & 0o777 });
}

function decode(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CliError(
      `Nothing was changed in ${path}: it is not UTF-8. Save it as UTF-8 and run the command again.`,
    );
  }
}
