import { closeSync, openSync, readdirSync, renameSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './append-line.ts';
import { fileName } from './file-name.ts';
import { hostName, isAlive } from './process-identity.ts';
import { errorCode } from './unknown.ts';

/** Longer than any hook may run, so its process id may belong to another process by now. */
const FORGOTTEN_AFTER_MS = 60 * 60_000;

export type RunningMark = { rename: (name: string) => void; remove: () => void };

const NO_MARK: RunningMark = { rename: () => {}, remove: () => {} };

/**
 * An empty file that stands while the run does. Nothing can log its own SIGKILL, so whoever finds the
 * mark of a dead process writes the line.
 */
export function markRunning(home: string | undefined, name: string): RunningMark {
  if (home === undefined) return NO_MARK;
  const folder = join(home, 'log', 'running');
  const rest = [process.pid, Date.now(), fileName(hostName())].join('~');
  const fileOf = (hook: string): string => join(folder, `${fileName(hook)}~${rest}`);
  let file = fileOf(name);
  try {
    create(folder, file);
  } catch {
    // The log line of this run will say what is wrong with the folder.
    return NO_MARK;
  }
  // What fails here was taken for dead by another process, or the folder is gone.
  return {
    rename: (hook) => {
      const renamed = fileOf(hook);
      if (attempt(() => renameSync(file, renamed))) file = renamed;
    },
    remove: () => {
      attempt(() => unlinkSync(file));
    },
  };
}

function attempt(act: () => void): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}

function create(folder: string, file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    makeFolder(folder);
    closeSync(openSync(file, 'wx', 0o600));
  }
}

export type DeadRun = { name: string; pid: number; started: Date };

/** The runs that ended without a word, each told to one caller only. */
export function takeDeadRuns(home: string): DeadRun[] {
  const folder = join(home, 'log', 'running');
  const dead: DeadRun[] = [];
  for (const file of marksIn(folder)) {
    const [name = '', pid = '', started = '', host] = file.split('~');
    const forgotten = Date.now() - Number(started) > FORGOTTEN_AFTER_MS;
    // Process ids of another machine, or of another container that shares the folder, say nothing here.
    if (!forgotten && (host !== fileName(hostName()) || isAlive(Number(pid)))) continue;
    try {
      unlinkSync(join(folder, file));
      dead.push({ name, pid: Number(pid), started: new Date(Number(started)) });
    } catch {
      // Another process has taken it.
    }
  }
  return dead;
}

function marksIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
