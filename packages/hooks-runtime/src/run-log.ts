import { join } from 'node:path';
import { appendLine } from './append-line.ts';
import { errorCode } from './unknown.ts';

export type RunOutcome = 'ok' | 'skipped' | 'failed';

/** One line of `log/runs.jsonl`. Never holds a prompt, an environment variable or an answer. */
export type RunRecord = {
  /** ISO 8601, when the run ended. */
  time: string;
  /** The event, or the name that the hook gave itself; `job:<name>` for detached work. */
  event: string;
  /** Session id, empty where the payload had none. */
  session: string;
  /** Wall time from the start of the process, in ms. */
  ms: number;
  outcome: RunOutcome;
  reason: string;
  /** Bytes written to stdout. */
  bytes: number;
  /** Of a run that was a process of its own. */
  pid?: number;
};

const ROTATE_AT_BYTES = 4 * 1024 * 1024;

/**
 * Appends the line. Where the file cannot be written the line goes to stderr, which the client keeps
 * in its debug log. Never throws.
 */
export function logRun(home: string | undefined, record: RunRecord): void {
  const line = JSON.stringify(clipped(record));
  const failure = home === undefined ? 'no home folder' : append(runLogFile(home), line);
  if (failure === undefined) return;
  try {
    process.stderr.write(`carryover: run log not writable (${failure}): ${line}\n`);
  } catch {
    // stderr is closed too: there is nobody left to tell.
  }
}

/** A line stays a line, whatever a payload calls its session or a handler gives as a reason. */
export function clipped(record: RunRecord): RunRecord {
  const { session, reason } = record;
  return { ...record, session: clip(session, 100), reason: clip(reason, 500) };
}

/** Cutting can leave half a character, which is no text. */
function clip(text: unknown, units: number): string {
  // JavaScript may call `skip()` without a reason, or `note(error)`.
  if (typeof text !== 'string') return '';
  return text.length <= units ? text : text.slice(0, units).replace(/[\ud800-\udbff]$/, '');
}

export function runLogFile(home: string): string {
  return join(home, 'log', 'runs.jsonl');
}

function append(file: string, line: string): string | undefined {
  try {
    appendLine(file, line, ROTATE_AT_BYTES);
    return undefined;
  } catch (error) {
    return errorCode(error) ?? 'unknown error';
  }
}
