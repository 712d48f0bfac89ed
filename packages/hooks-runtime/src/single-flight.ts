import { linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostName, isAlive, startTicks } from './process-identity.ts';
import { errorCode, isRecord } from './unknown.ts';
import { writeWhole } from './write-whole.ts';

/** The right to be the only one at work in a folder. */
export type Flight = {
  /** Keeps it for that many ms more. Whoever is still there afterwards is ended by the next one. */
  extend: (ms: number) => void;
  release: () => void;
};

type Owner = { pid: number; ticks: string; host: string; expires: number };

/**
 * Takes the lock of a folder, or returns `undefined` where another process holds it. A lock whose owner
 * is dead, was released or has expired is taken over. Locks are numbered and a number is never used
 * twice (`link` gives each to one process), so that no late taker removes the lock of a newer one.
 */
export function takeFlight(folder: string, ms: number): Flight | undefined {
  for (;;) {
    const before = newestLock(folder);
    if (before > 0 && isHeld(folder, before)) return undefined;
    const mine = before + 1;
    if (!create(folder, mine, owner(ms))) return undefined;
    if (newestLock(folder) === mine) {
      removeOlder(folder, mine);
      return {
        extend: (more) => write(folder, mine, owner(more)),
        release: () => write(folder, mine, owner(0)),
      };
    }
    // Slower than others who have come and gone: our number is an old one by now.
    rmSync(lockFile(folder, mine), { force: true });
  }
}

/** Held by a process that lives and has time left. One that has outstayed its time is ended. */
function isHeld(folder: string, number: number): boolean {
  const { pid, ticks, host, expires } = read(folder, number);
  const isOver = Date.now() > expires;
  if (host !== hostName()) return !isOver;
  const lives = isAlive(pid) && startTicks(pid) === ticks;
  if (!lives || expires === 0) return false;
  if (isOver) process.kill(pid, 'SIGKILL');
  return !isOver;
}

function owner(ms: number): Owner {
  const expires = ms === 0 ? 0 : Date.now() + ms;
  return { pid: process.pid, ticks: startTicks(process.pid), host: hostName(), expires };
}

/** False where another process has that number. */
function create(folder: string, number: number, content: Owner): boolean {
  const unfinished = unfinishedFile(folder);
  try {
    writeFileSync(unfinished, JSON.stringify(content), { mode: 0o600 });
    linkSync(unfinished, lockFile(folder, number));
    return true;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

function write(folder: string, number: number, content: Owner): void {
  writeWhole(lockFile(folder, number), JSON.stringify(content));
}

/** An unreadable lock, cut by a full disk, belongs to nobody. */
function read(folder: string, number: number): Owner {
  try {
    const value: unknown = JSON.parse(readFileSync(lockFile(folder, number), 'utf8'));
    if (!isRecord(value)) return NOBODY;
    const { pid, ticks, host, expires } = value;
    return {
      pid: Number(pid),
      ticks: String(ticks),
      host: String(host),
      expires: Number(expires),
    };
  } catch {
    return NOBODY;
  }
}

const NOBODY: Owner = { pid: 0, ticks: '', host: '', expires: 0 };

function newestLock(folder: string): number {
  return Math.max(0, ...lockNumbers(folder));
}

function removeOlder(folder: string, number: number): void {
  for (const other of lockNumbers(folder)) {
    if (other < number) rmSync(lockFile(folder, other), { force: true });
  }
}

function lockNumbers(folder: string): number[] {
  return readdirSync(folder).flatMap((name) => (/^lock\.\d+$/.test(name) ? [+name.slice(5)] : []));
}

const lockFile = (folder: string, number: number): string => join(folder, `lock.${number}`);

const unfinishedFile = (folder: string): string => join(folder, `lock.${process.pid}.unfinished`);
