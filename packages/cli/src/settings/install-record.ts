import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomic } from '@carryover/state-file';
import { isRecord } from '../is-record.ts';

/** What the settings file was, so that `uninstall` can give it back byte for byte. */
export type InstallRecord = {
  settings: string;
  /** `null`: there was no file. */
  before: string | null;
  /** The text that `install` left; any other text was edited by somebody since. */
  after: string;
};

export function readRecord(home: string): InstallRecord | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(recordFile(home), 'utf8'));
    return isInstallRecord(value) ? value : undefined;
  } catch {
    // Never installed, or damaged: then our entries are found by their shape.
    return undefined;
  }
}

export function writeRecord(home: string, record: InstallRecord): void {
  writeAtomic(recordFile(home), `${JSON.stringify(record)}\n`, home);
}

export function removeRecord(home: string): void {
  rmSync(recordFile(home), { force: true });
}

function isInstallRecord(value: unknown): value is InstallRecord {
  if (!isRecord(value)) return false;
  const { settings, before, after } = value;
  if (typeof settings !== 'string' || typeof after !== 'string') return false;
  return typeof before === 'string' || before === null;
}

function recordFile(home: string): string {
  return join(home, 'install.json');
}
