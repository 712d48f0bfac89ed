import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomic } from '@carryover/state-file';
import { isRecord } from '../is-record.ts';
import { fileBehind } from './file-behind.ts';

/** What a settings file was, so that `uninstall` can give it back byte for byte. */
export type InstallRecord = {
  /** `null`: there was no file. */
  before: string | null;
  /** The text that `install` left; any other text was edited by somebody since. */
  after: string;
};

/** Undefined where `install` never wrote to that file: then our entries are found by their shape. */
export function readRecord(home: string, settings: string): InstallRecord | undefined {
  return readRecords(home)[fileBehind(settings)];
}

/** The settings files that `install` wrote to and `uninstall` did not, wherever they are. */
export function recordedFiles(home: string): string[] {
  return Object.keys(readRecords(home));
}

/** When `install` last wrote to a settings file, ms since the epoch; `undefined` where it never did. */
export function recordedAt(home: string): number | undefined {
  return statSync(recordFile(home), { throwIfNoEntry: false })?.mtimeMs;
}

/** `undefined` forgets the file. */
export function writeRecord(
  home: string,
  settings: string,
  record: InstallRecord | undefined,
): void {
  const records = { ...readRecords(home), [fileBehind(settings)]: record };
  writeAtomic(recordFile(home), `${JSON.stringify(records)}\n`, home);
}

/** By settings file, as `fileBehind` names it: several configuration folders may share one home. */
function readRecords(home: string): Record<string, InstallRecord> {
  try {
    const value: unknown = JSON.parse(readFileSync(recordFile(home), 'utf8'));
    const entries = Object.entries(isRecord(value) ? value : {});
    return Object.fromEntries(
      entries.filter((entry): entry is [string, InstallRecord] => isInstallRecord(entry[1])),
    );
  } catch {
    // Never installed, or damaged.
    return {};
  }
}

function isInstallRecord(value: unknown): value is InstallRecord {
  if (!isRecord(value) || typeof value['after'] !== 'string') return false;
  return typeof value['before'] === 'string' || value['before'] === null;
}

function recordFile(home: string): string {
  return join(home, 'install.json');
}
