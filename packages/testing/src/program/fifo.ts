import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';

/**
 * Both ends of a real pipe. Node gives its children sockets, as Claude Code does, while shells and
 * other hosts give pipes, and the two differ in blocking and in what can be done with them.
 */
export function openPipe(readFlags = 0): { read: number; write: number } {
  const path = join(tmpdir(), `carryover-fifo-${randomUUID()}`);
  execFileSync('mkfifo', [path]);
  // Open for both directions first: either end alone would wait for the other.
  const keeper = openSync(path, constants.O_RDWR);
  const read = openSync(path, constants.O_RDONLY | readFlags);
  const write = openSync(path, constants.O_WRONLY);
  closeSync(keeper);
  rmSync(path);
  return { read, write };
}
