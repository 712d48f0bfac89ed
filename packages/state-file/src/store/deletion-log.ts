import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder } from './private-folder.ts';

/** Writes down what is deleted and why, before it is: `log/deletions.jsonl`. */
export function logDeletion(home: string, path: string, reason: string): void {
  const folder = join(home, 'log');
  makePrivateFolder(folder, home);
  const line = JSON.stringify({ time: new Date().toISOString(), path, reason });
  appendFileSync(join(folder, 'deletions.jsonl'), `${line}\n`, { mode: 0o600 });
}
