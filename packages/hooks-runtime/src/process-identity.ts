import { readFileSync } from 'node:fs';
import { errorCode } from './unknown.ts';

/** Whether a process has that id, ours or another user's. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/**
 * When the process started, in clock ticks since boot: with its id it names one process for good, ids
 * alone come back. Empty where the system has no `/proc`.
 */
export function startTicks(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets, which may hold spaces and brackets.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
