import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, kinOf, startTicks } from '../process-identity.ts';

/** How long a signal may take: between SIGTERM and SIGKILL a second (Claude Code 2.1.333). */
const GRACE_MS = 1_000;
const POLL_MS = 25;

/** Process ids, each with the start that makes it one process for good. */
type Tree = Map<number, string>;

/**
 * Ends a process and all that descend from it or are in its group or session, those in sessions of
 * their own too: SIGTERM, then SIGKILL for whoever is left, also where the first one has gone by then
 * (as Claude Code 2.1.332 does to a hook that outlives its time).
 */
export async function endTree(pid: number): Promise<void> {
  const tree: Tree = new Map([[pid, startTicks(pid)]]);
  grow(tree, pid);
  signalTree(tree, pid, 'SIGTERM');
  await untilGone(tree, pid);
  grow(tree, pid);
  if (!lives(tree, pid)) return;
  signalTree(tree, pid, 'SIGKILL');
  await untilGone(tree, pid);
}

async function untilGone(tree: Tree, leader: number): Promise<void> {
  const giveUpAt = performance.now() + GRACE_MS;
  while (lives(tree, leader) && performance.now() < giveUpAt) {
    // oxlint-disable-next-line no-await-in-loop
    await sleep(POLL_MS);
  }
}

/** Adds what belongs to the tree by now: what is remembered may have lost its parent meanwhile. */
function grow(tree: Tree, leader: number): void {
  const others = processes().map((pid) => ({ pid, ...kinOf(pid) }));
  let size: number;
  do {
    ({ size } = tree);
    for (const { pid, parent, group, session } of others)
      if (!tree.has(pid) && (group === leader || session === leader || isMember(tree, parent)))
        tree.set(pid, startTicks(pid));
  } while (tree.size > size);
}

const isMember = (tree: Tree, pid: number): boolean =>
  tree.has(pid) && tree.get(pid) === startTicks(pid);

function lives(tree: Tree, leader: number): boolean {
  return hasProc()
    ? [...tree.keys()].some((pid) => isMember(tree, pid) && isAlive(pid))
    : isAlive(-leader);
}

function signalTree(tree: Tree, leader: number, signal: NodeJS.Signals): void {
  const members = hasProc() ? [...tree.keys()].filter((pid) => isMember(tree, pid)) : [-leader];
  for (const pid of members) {
    try {
      process.kill(pid, signal);
    } catch {
      // Gone meanwhile.
    }
  }
}

/** Without `/proc` the group is all that is known. */
const hasProc = (): boolean => startTicks(process.pid) !== '';

function processes(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}
