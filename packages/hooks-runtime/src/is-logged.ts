import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type RunRecord, runLogFile } from './run-log.ts';
import { isRecord } from './unknown.ts';

const TAIL_BYTES = 64 * 1024;

/** Whether the log's newest lines tell of that run: one of this process, at its start or later. */
export function isLogged(home: string, run: { pid: number; started: Date }): boolean {
  return tailLines(runLogFile(home)).some(
    ({ pid, time }) => pid === run.pid && Date.parse(time ?? '') >= run.started.getTime(),
  );
}

function tailLines(file: string): Partial<RunRecord>[] {
  return readTail(file)
    .split('\n')
    .flatMap((line) => parseLine(line));
}

function parseLine(line: string): Partial<RunRecord>[] {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? [value] : [];
  } catch {
    // The rest of a line that began before the tail, or the empty one at the end.
    return [];
  }
}

function readTail(file: string): string {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const { size } = fstatSync(descriptor);
      const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES));
      readSync(descriptor, buffer, 0, buffer.length, size - buffer.length);
      return buffer.toString('utf8');
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return '';
  }
}
