import { readdirSync } from 'node:fs';
import { parentOf } from '../process-identity.ts';

/**
 * Signals a process, its group and all that descend from it, those in sessions of their own too, as
 * the client does to a hook that outlives its time (Claude Code 2.1.333).
 */
export function killTree(pid: number, signal: NodeJS.Signals): void {
  const all = [...descendants(pid), pid];
  // The group, for children whose parent has gone and that no longer descend from the hook.
  for (const target of [-pid, ...all]) {
    try {
      process.kill(target, signal);
    } catch {
      // Gone meanwhile.
    }
  }
}

function descendants(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const process of processes()) {
    const parent = parentOf(process);
    children.set(parent, [...(children.get(parent) ?? []), process]);
  }
  const below = (parent: number): number[] =>
    (children.get(parent) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(pid);
}

/** None where the system has no `/proc`; the group is signalled all the same. */
function processes(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}
