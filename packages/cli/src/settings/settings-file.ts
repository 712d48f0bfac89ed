import { existsSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeAtomic } from '@carryover/state-file';

export type SettingsFile = {
  /** The file itself: links are followed, so that a linked settings file stays one. */
  path: string;
  /** `undefined` while there is none. */
  text: string | undefined;
};

export function readSettings(configDir: string): SettingsFile {
  const named = join(configDir, 'settings.json');
  if (!existsSync(named)) return { path: named, text: undefined };
  const path = realpathSync(named);
  return { path, text: readFileSync(path, 'utf8') };
}

/** Replaces the file as a whole, its permissions kept; `undefined` removes it. */
export function writeSettings(path: string, text: string | undefined): void {
  if (text === undefined) return rmSync(path, { force: true });
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  writeAtomic(path, text, dirname(path), mode === undefined ? 0o600 : mode & 0o777);
}
