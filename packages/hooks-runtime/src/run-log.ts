import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorCode } from './unknown.ts';

export type RunOutcome = 'ok' | 'skipped' | 'failed';

/** One line of `log/runs.jsonl`. Never holds a prompt, an environment variable or an answer. */
export type RunRecord = {
  /** ISO 8601, when the run ended. */
  time: string;
  event: string;
  /** Session id, empty where the payload had none. */
  session: string;
  /** Wall time from the start of the process, in ms. */
  ms: number;
  outcome: RunOutcome;
  reason: string;
  /** Bytes written to stdout. */
  bytes: number;
};

const ROTATE_AT_BYTES = 4 * 1024 * 1024;

/**
 * Appends the line; parallel hooks each append whole lines, so no lock is needed. Where the file
 * cannot be written the line goes to stderr, which the client keeps in its debug log.
 */
export function logRun(home: string | undefined, record: RunRecord): void {
  const line = `${JSON.stringify(record)}\n`;
  const failure = home === undefined ? 'no home folder' : appendLine(runLogFile(home), line);
  if (failure === undefined) return;
  try {
    process.stderr.write(`carryover: run log not writable (${failure}): ${line}`);
  } catch {
    // stderr is closed too: there is nobody left to tell.
  }
}

export function runLogFile(home: string): string {
  return join(home, 'log', 'runs.jsonl');
}

function appendLine(file: string, line: string): string | undefined {
  try {
    makeFolder(dirname(file));
    rotate(file);
    appendFileSync(file, line, { mode: 0o600 });
    return undefined;
  } catch (error) {
    return errorCode(error) ?? 'unknown error';
  }
}

function rotate(file: string): void {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) < ROTATE_AT_BYTES) return;
  renameSync(file, file.replace(/\.jsonl$/, '.1.jsonl'));
}

/** `mkdirSync({ recursive: true })` of Node 20 never returns below `/proc`, so one level at a time. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}
