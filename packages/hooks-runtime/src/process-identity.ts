import { readFileSync } from 'node:fs';
import { errorCode } from './unknown.ts';

/** Whether a process has that id, ours or another user's, and still runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
  // In a container nobody may collect the dead: they keep their id as zombies.
  return !/^[ZX]/.test(statFields(pid)[STATE] ?? '');
}

/**
 * When the process started, in clock ticks since boot: with its id it names one process for good, ids
 * alone come back. Empty where the system has no `/proc`.
 */
export function startTicks(pid: number): string {
  return statFields(pid)[START_TICKS] ?? '';
}

/** The process that started or has adopted it, its group and its session; each 0 where it is unknown. */
export function kinOf(pid: number): { parent: number; group: number; session: number } {
  const [, parent = 0, group = 0, session = 0] = statFields(pid).map(Number);
  return { parent, group, session };
}

/** The machine, or the container, in which process ids count. */
export function hostName(): string {
  try {
    // A file is cheaper than `node:os`, which would be loaded for this alone.
    return readFileSync('/proc/sys/kernel/hostname', 'utf8').trim();
  } catch {
    return process.getBuiltinModule('node:os').hostname();
  }
}

const STATE = 0;
const START_TICKS = 19;

/** What `/proc/<pid>/stat` says, from its third field on (proc_pid_stat(5)). */
function statFields(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets, which may hold spaces and brackets.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
