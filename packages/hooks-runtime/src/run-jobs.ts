import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describeError } from './describe-error.ts';
import { type StoredJob, startJobs } from './detach.ts';
import { recordRun } from './failure-count.ts';
import type { RunOutcome } from './run-log.ts';
import { type Flight, takeFlight } from './single-flight.ts';
import { isRecord } from './unknown.ts';

export type JobContext = {
  name: string;
  /** carryover's folder. */
  home: string;
  /** The session whose hook handed the job over. */
  session: string;
  /** Aborted when the job's time is over, one second before the process ends. */
  signal: AbortSignal;
};

export type PerformJob = (payload: unknown, context: JobContext) => void | Promise<void>;

/** A job whose process dies each time is given up after so many starts. */
const MAX_STARTS = 3;
const GRACE_MS = 1_000;

/**
 * What the `program` of a detached job calls: runs all jobs of the folder that it was started for, one
 * after the other, each at least once, and one process per folder. Every job leaves a line in the run
 * log. One that throws is not tried again, one whose process died is. The process ends.
 */
export async function runJobs(
  perform: PerformJob,
  folder: string | undefined = process.argv[2],
): Promise<never> {
  if (folder === undefined) throw new TypeError('runJobs: the folder of the jobs is missing.');
  while (pending(folder).length > 0) {
    const flight = takeFlight(folder, GRACE_MS * 60);
    // Its owner looks again after it has let go, so a job that came meanwhile is seen.
    if (!flight) break;
    for (const file of pending(folder)) {
      // One after the other is the promise.
      // oxlint-disable-next-line no-await-in-loop
      await runFile(folder, file, flight, perform);
    }
    flight.release();
  }
  return process.exit(0);
}

async function runFile(
  folder: string,
  file: string,
  flight: Flight,
  perform: PerformJob,
): Promise<void> {
  const started = claim(folder, file);
  const job = readJob(started.path);
  const run = { folder, path: started.path, job, began: performance.now() };
  if (!job) return close(run, 'failed', 'the job file could not be read');
  if (started.count > MAX_STARTS)
    return close(run, 'failed', `its process died ${MAX_STARTS} times`);
  flight.extend(job.maxMs + 10 * GRACE_MS);
  const aborter = new AbortController();
  const { name, session } = job;
  const context = { name, session, home: dirname(dirname(folder)), signal: aborter.signal };
  const leave = (reason: string): never => abandon(run, flight, aborter, reason);
  const onError = (error: unknown): never => leave(describeError(error));
  process.on('uncaughtException', onError);
  const timers = [
    setTimeout(() => aborter.abort(new Error('the time is over')), job.maxMs),
    setTimeout(leave, job.maxMs + GRACE_MS, `not done within ${job.maxMs} ms`),
  ];
  try {
    await perform(job.payload, context);
    close(run, 'ok', '');
  } catch (error) {
    close(run, 'failed', describeError(error));
  } finally {
    for (const timer of timers) clearTimeout(timer);
    process.off('uncaughtException', onError);
  }
}

type JobRun = { folder: string; path: string; job: StoredJob | undefined; began: number };

/** Ends a process in an unknown state; the jobs that remain get a new one. */
function abandon(run: JobRun, flight: Flight, aborter: AbortController, reason: string): never {
  aborter.abort(new Error(reason));
  close(run, 'failed', reason);
  flight.release();
  const program = process.argv[1];
  if (program !== undefined && pending(run.folder).length > 0)
    startJobs({ program, folder: run.folder });
  return process.exit(0);
}

/** Counts the start in the file's name before the job begins, so that a crash cannot repeat for ever. */
function claim(folder: string, file: string): { path: string; count: number } {
  const [stem = '', starts = '0'] = file.split('.');
  const count = Number(starts) + 1;
  const path = join(folder, `${stem}.${count}.json`);
  renameSync(join(folder, file), path);
  return { path, count };
}

function close({ folder, path, job, began }: JobRun, outcome: RunOutcome, reason: string): void {
  rmSync(path, { force: true });
  recordRun(dirname(dirname(folder)), {
    time: new Date().toISOString(),
    event: `job:${job?.name ?? basename(folder)}`,
    session: job?.session ?? '',
    ms: Math.round(performance.now() - began),
    outcome,
    reason,
    bytes: 0,
  });
}

function pending(folder: string): string[] {
  try {
    const jobs = readdirSync(folder).filter((name) => name.endsWith('.json'));
    return jobs.toSorted();
  } catch {
    return [];
  }
}

function readJob(path: string): StoredJob | undefined {
  try {
    const stored: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isStoredJob(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

function isStoredJob(value: unknown): value is StoredJob {
  return (
    isRecord(value) &&
    typeof value['name'] === 'string' &&
    typeof value['session'] === 'string' &&
    typeof value['maxMs'] === 'number'
  );
}
