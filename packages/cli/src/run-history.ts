import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { runLogFile, type RunRecord } from '@carryover/hooks-runtime';
import { readForeignText } from '@carryover/state-file';
import { isRecord } from './is-record.ts';

/** The hook runs of a session, or of all, oldest first: from the log and what was rotated out of it. */
export function readRuns(home: string, session?: string): RunRecord[] {
  const file = runLogFile(home);
  const lines = logFiles(file).flatMap((path) => readForeignText(path)?.split('\n') ?? []);
  return lines
    .filter((line) => session === undefined || line.includes(session))
    .flatMap((line) => parseRun(line) ?? [])
    .filter((run) => session === undefined || run.session === session)
    .toSorted((a, b) => a.time.localeCompare(b.time));
}

function logFiles(file: string): string[] {
  const stem = basename(file, '.jsonl');
  try {
    const names = readdirSync(dirname(file)).filter((name) => name.startsWith(`${stem}.`));
    return names.filter((name) => name.endsWith('.jsonl')).map((name) => join(dirname(file), name));
  } catch {
    // Nothing ran yet.
    return [];
  }
}

function parseRun(line: string): RunRecord | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRun(value) ? value : undefined;
  } catch {
    // The empty rest behind the last line, or a line that a full disk has cut.
    return undefined;
  }
}

function isRun(value: unknown): value is RunRecord {
  if (!isRecord(value)) return false;
  const { time, event, session, reason, outcome, ms } = value;
  return (
    [time, event, session, reason, outcome].every((field) => typeof field === 'string') &&
    typeof ms === 'number'
  );
}
