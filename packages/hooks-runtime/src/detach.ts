import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './append-line.ts';
import { childEnvironment } from './child-environment.ts';
import { fileName } from './file-name.ts';
import { isoTime } from './iso-time.ts';
import { withinTimer } from './timer-limit.ts';
import { isRecord } from './unknown.ts';
import { writeWhole } from './write-whole.ts';

/** Work that outlives the hook. */
export type Job = {
  /** One job of a name runs at a time, for all sessions. */
  name: string;
  /** Absolute path of the JavaScript file that runs it, by calling `runJobs`. */
  program: string;
  /** Handed over by a file of the person's own (0600). Whatever JSON can hold. */
  payload: unknown;
  /** Wall time in ms after which the job is ended. Default: ten minutes. */
  maxMs?: number;
};

/** How a job is kept in its file. */
export type StoredJob = Required<Job> & { session: string; created: string };

const DEFAULT_MAX_MS = 600_000;

export type HandedOver = { program: string; folder: string };

/** Writes a job's file, whole or not at all, and says what has to be started for it. Throws without a home. */
export function handOver(home: string | undefined, job: Job, session: string): HandedOver {
  if (home === undefined) throw new Error('no home folder to hand the job over in');
  const { name, program, payload } = job;
  const maxMs = withinTimer(job.maxMs ?? DEFAULT_MAX_MS);
  const folder = jobFolder(home, name);
  makeFolder(folder);
  const created = isoTime();
  const stored: StoredJob = { name, program, payload, maxMs, session, created };
  const stem = [Date.now(), process.pid, ++handedOver].join('-');
  writeWhole(join(folder, `${stem}.0.json`), JSON.stringify(stored));
  return { program, folder };
}

let handedOver = 0;

/**
 * Starts what runs the jobs of a folder. The last thing before the exit: the host kills the whole
 * process tree while the hook lives, children in a session of their own too (Claude Code 2.1.333).
 */
export function startJobs({ program, folder }: HandedOver): void {
  const { spawn } = process.getBuiltinModule('node:child_process');
  const child = spawn(process.execPath, [program, folder], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    cwd: folder,
    env: childEnvironment(),
  });
  child.on('error', () => {});
  child.unref();
}

/** Each folder once: its one runner takes all jobs that are in it. */
export function startDetached(jobs: readonly HandedOver[]): void {
  for (const job of new Map(jobs.map((entry) => [entry.folder, entry])).values()) {
    try {
      startJobs(job);
    } catch {
      // Out of processes or memory. The file stays, and a later start finds it.
    }
  }
}

/** Jobs that were handed over and whose process never came or died. */
export function leftJobs(home: string): HandedOver[] {
  return names(join(home, 'jobs')).flatMap((name) => {
    const folder = join(home, 'jobs', name);
    const file = names(folder).find((entry) => entry.endsWith('.json'));
    const program = file === undefined ? undefined : programOf(join(folder, file));
    return program === undefined ? [] : [{ program, folder }];
  });
}

function jobFolder(home: string, name: string): string {
  return join(home, 'jobs', fileName(name));
}

function programOf(file: string): string | undefined {
  try {
    const stored: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const program = isRecord(stored) ? stored['program'] : undefined;
    return typeof program === 'string' ? program : undefined;
  } catch {
    // Taken by a runner meanwhile, or cut.
    return undefined;
  }
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
