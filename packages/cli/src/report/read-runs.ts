import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runLogFile, type RunRecord } from '@carryover/hooks-runtime';
import { isRecord } from '../is-record.ts';
import type { HookTimes } from './report-data.ts';

/** The hook runs of a session, oldest first, from the log and what was rotated out of it. */
export function readRuns(home: string, session: string): RunRecord[] {
  const folder = dirname(runLogFile(home));
  const lines = namesIn(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8').split('\n'),
  );
  const runs = lines.flatMap((line) => parseRun(line) ?? []);
  return runs
    .filter((run) => run.session === session)
    .toSorted((a, b) => a.time.localeCompare(b.time));
}

/** Runs, failures and times of each hook, in the order in which they first ran. */
export function hookTimes(runs: RunRecord[]): HookTimes[] {
  return [...new Set(runs.map(({ event }) => event))].map((event) => {
    const own = runs.filter((run) => run.event === event);
    const sorted = own.map(({ ms }) => ms).toSorted((a, b) => a - b);
    const count = (outcome: RunRecord['outcome']): number =>
      own.filter((run) => run.outcome === outcome).length;
    return {
      event,
      runs: own.length,
      skipped: count('skipped'),
      failed: count('failed'),
      median: Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0),
      slowest: Math.round(sorted.at(-1) ?? 0),
    };
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^runs\..*jsonl$/.test(name));
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
  const { time, event, session, ms, reason } = value;
  return (
    [time, event, session, reason].every((field) => typeof field === 'string') &&
    typeof ms === 'number'
  );
}
