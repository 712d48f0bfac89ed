import { closeSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { isRecord } from '@carryover/transcript';
import { errorCode } from '../unknown.ts';
import { appendLine } from './append-line.ts';
import { makePrivateFolder } from './private-folder.ts';
import { readText } from './read-text.ts';
import { sessionPaths } from './store-paths.ts';

export type LedgerEntry =
  | { type: 'state'; at: string; generation: number; project: string }
  /** Seen by SessionStart(compact) or PostCompact; either may be missing. */
  | { type: 'compacted'; at: string; /** Size of the transcript then. */ transcriptBytes: number }
  /** `of` is the session whose state was given, `session` itself or another of the project. */
  | { type: 'delivered'; at: string; generation: number; of: string };

/**
 * What happened to one session, oldest first. Entries are appended, never rewritten, so hooks that
 * run at once need no lock; a damaged line is passed over.
 */
export function readLedger(home: string, session: string): LedgerEntry[] {
  const text = readText(sessionPaths(home, session).ledger) ?? '';
  return text.split('\n').flatMap((line) => parseEntry(line) ?? []);
}

export function appendLedger(home: string, session: string, entry: LedgerEntry): void {
  const { ledger } = sessionPaths(home, session);
  appendLine(ledger, home, entry);
}

/**
 * Where the transcript ended when the context was last replaced by a summary, in bytes: usage that
 * stands before that is void. 0 without a compaction.
 */
export function voidBefore(entries: LedgerEntry[]): number {
  return entries.findLast((entry) => entry.type === 'compacted')?.transcriptBytes ?? 0;
}

/**
 * True once per context cycle and level, for one of any number of processes that ask at the same time.
 * `level` counts from 1 to `MAX_WARN_LEVELS`; with a level the lower ones are claimed too.
 */
export function claimWarning(home: string, session: string, level = 1): boolean {
  const marks = sessionPaths(home, session).warned.slice(0, level);
  const [highest = '', ...lower] = marks.toReversed();
  makePrivateFolder(dirname(highest), home);
  if (!makeMark(highest)) return false;
  for (const mark of lower) makeMark(mark);
  return true;
}

/** The next context cycle may be warned of again. */
export function rearmWarning(home: string, session: string): void {
  for (const mark of sessionPaths(home, session).warned) rmSync(mark, { force: true });
}

function makeMark(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx', 0o600));
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

function parseEntry(line: string): LedgerEntry | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isEntry(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isEntry(value: unknown): value is LedgerEntry {
  if (!isRecord(value) || typeof value['at'] !== 'string') return false;
  const { type, generation, project, of, transcriptBytes } = value;
  if (type === 'compacted') return typeof transcriptBytes === 'number';
  if (typeof generation !== 'number') return false;
  return type === 'state'
    ? typeof project === 'string'
    : type === 'delivered' && typeof of === 'string';
}
