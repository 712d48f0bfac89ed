import { appendFileSync, closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { dirname } from 'node:path';
import { makePrivateFolder } from './private-folder.ts';

const NEWLINE = 0x0a;

/** Not through a link that somebody planted under the file's name. Windows has no such flag. */
const APPEND = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;

/**
 * Appends a record to a `.jsonl` file below `root`, which is made where it is missing. A line that a
 * full disk cut stays alone: the new one never joins it. Throws what the file system says.
 */
export function appendLine(file: string, root: string, record: object): void {
  makePrivateFolder(dirname(file), root);
  const descriptor = openSync(file, APPEND, 0o600);
  try {
    const start = isCut(descriptor) ? '\n' : '';
    appendFileSync(descriptor, `${start}${JSON.stringify(record)}\n`);
  } finally {
    closeSync(descriptor);
  }
}

/** Of a process that writes at this moment too: an empty line then, which readers pass over. */
function isCut(descriptor: number): boolean {
  const { size } = fstatSync(descriptor);
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  readSync(descriptor, last, 0, 1, size - 1);
  return last[0] !== NEWLINE;
}
