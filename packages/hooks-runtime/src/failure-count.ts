import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { appendLine } from './append-line.ts';
import { fileName } from './file-name.ts';
import { isLogged } from './is-logged.ts';
import { clipped, logRun, type RunOutcome, type RunRecord } from './run-log.ts';
import { type DeadRun, takeDeadRuns } from './running-mark.ts';
import { isRecord } from './unknown.ts';

/** A hook that has failed every time since it last went well. */
export type Outage = {
  /** The hook's name. */
  hook: string;
  /** Failures in a row; counting stops at a few hundred. */
  failures: number;
  /** ISO 8601 of the first and of the last of them. */
  since: string;
  last: string;
  /** Why the last one failed. */
  reason: string;
};

const STOP_COUNTING_AT_BYTES = 64 * 1024;

/** Logs a run and keeps the count of its hook's failures in a row: one line each, gone at a success. */
export function recordRun(home: string | undefined, record: RunRecord): void {
  logRun(home, record);
  if (home === undefined) return;
  try {
    const file = countFile(home, record.event);
    if (record.outcome !== 'failed') return endOutage(home, record.event);
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size > STOP_COUNTING_AT_BYTES) return;
    const { time, reason } = clipped(record);
    appendLine(file, JSON.stringify({ time, reason }), Infinity);
  } catch {
    // `logRun` has already said on stderr that the folder is not writable.
  }
}

/**
 * The hooks that fail, for a doctor's page, most failures first. Runs that were killed are counted
 * (and logged) here, since they could not do so themselves.
 */
export function summariseFailures(home: string): Outage[] {
  for (const run of takeDeadRuns(home)) {
    // It may have died between its line and the removal of its mark.
    if (!isLogged(home, run)) recordRun(home, deadRun(run));
  }
  return counted(home)
    .map((hook) => readOutage(home, hook))
    .filter((outage) => outage !== undefined)
    .toSorted((one, other) => other.failures - one.failures);
}

function deadRun({ name, pid, started }: DeadRun): RunRecord {
  const outcome: RunOutcome = 'failed';
  const reason = 'ended without a word: killed, out of memory, or the machine stopped';
  const time = started.toISOString();
  return { time, event: name, session: '', ms: 0, outcome, reason, bytes: 0, pid };
}

/**
 * What to tell the person about hooks that failed `threshold` times in a row, once per outage, and how
 * to tell it again where it did not get out. `undefined` where there is nothing new to tell.
 */
export function failureNotice(
  home: string,
  threshold: number,
): { text: string; undo: () => void } | undefined {
  const untold = summariseFailures(home).filter(
    ({ hook, failures }) => failures >= threshold && claimTelling(home, hook),
  );
  if (untold.length === 0) return undefined;
  const lines = untold.map(
    ({ hook, failures, since, reason }) =>
      `${hook} failed ${failures} times in a row since ${since}, last: ${reason}`,
  );
  return {
    text: ['Hooks of carryover do not work. Claude Code goes on without them.', ...lines].join(
      '\n',
    ),
    undo: () => {
      for (const { hook } of untold) rmSync(toldFile(home, hook), { force: true });
    },
  };
}

/** True for one caller per outage: creating the file is what decides. */
function claimTelling(home: string, hook: string): boolean {
  try {
    closeSync(openSync(toldFile(home, hook), 'wx', 0o600));
    return true;
  } catch {
    return false;
  }
}

/** What nearly every run does: it must cost next to nothing where there is none. */
export function endOutage(home: string, hook: string): void {
  const file = countFile(home, hook);
  if (!existsSync(file)) return;
  rmSync(file, { force: true });
  rmSync(toldFile(home, hook), { force: true });
}

function counted(home: string): string[] {
  try {
    const names = readdirSync(join(home, 'log', 'failing'));
    return names.filter((name) => name.endsWith('.jsonl')).map((name) => name.slice(0, -6));
  } catch {
    return [];
  }
}

function readOutage(home: string, hook: string): Outage | undefined {
  const lines = readLines(countFile(home, hook));
  const first = lines[0];
  const last = lines.at(-1);
  if (!first || !last) return undefined;
  return { hook, failures: lines.length, since: first.time, last: last.time, reason: last.reason };
}

function readLines(file: string): { time: string; reason: string }[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => parseLine(line));
  } catch {
    return [];
  }
}

function parseLine(line: string): { time: string; reason: string }[] {
  try {
    const value: unknown = JSON.parse(line);
    if (!isRecord(value)) return [];
    return [{ time: String(value['time']), reason: String(value['reason']) }];
  } catch {
    // The empty rest behind the last line, or a line that a full disk has cut.
    return [];
  }
}

const countFile = (home: string, hook: string): string =>
  join(home, 'log', 'failing', `${fileName(hook)}.jsonl`);

const toldFile = (home: string, hook: string): string =>
  join(home, 'log', 'failing', `${fileName(hook)}.told`);
