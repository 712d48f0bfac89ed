import { renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { appendLine } from './append-line.ts';

const ROTATE_AT_BYTES = 1024 * 1024;

/**
 * Writes down what is deleted and why, before it is: `log/deletions.jsonl`. A full one becomes
 * `deletions.jsonl.1` in place of the one before.
 */
export function logDeletion(home: string, path: string, reason: string): void {
  const log = join(home, 'log', 'deletions.jsonl');
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) >= ROTATE_AT_BYTES) {
    renameSync(log, `${log}.1`);
  }
  appendLine(log, home, { time: new Date().toISOString(), path, reason });
}
