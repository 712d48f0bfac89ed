import { isChild } from './child-environment.ts';
import { undoAll } from './create-context.ts';
import type { Hook, HookPolicy } from './define-hook.ts';
import { describeError } from './describe-error.ts';
import { type HandedOver, handOver, type Job, leftJobs, startDetached } from './detach.ts';
import { endOutage, recordRun } from './failure-count.ts';
import { isoTime } from './iso-time.ts';
import { logRun, type RunOutcome } from './run-log.ts';
import { markRunning } from './running-mark.ts';
import { sinceStart } from './since-start.ts';
import { errorCode, isThenable } from './unknown.ts';

/** Exit code 2 blocks where the event can block; any other but 0 is shown as an error. */
const BLOCK = 2;

/** One run of a hook: what is known of it so far, and the one way in which it ends. */
export type HookRun = {
  readonly home: string | undefined;
  readonly signal: AbortSignal;
  session: string;
  /** Bytes that have been written to stdout. */
  bytes: number;
  /** What to take back where the answer does not get out. */
  readonly undos: (() => void)[];
  /** From here on the run is that hook's: its name, its policy, its deadline. */
  become: (hook: Hook) => void;
  /** Hands a job over, to be started when the run is over. */
  detach: (job: Job) => void;
  /** Also starts what an earlier hook handed over and whose process never came, or died. */
  adoptLeftJobs: () => void;
  /** Awaits what a handler returned, until the deadline ends the run. */
  settle: <T>(value: T | Promise<T>) => T | Promise<T>;
  /** Logs once and ends the process. */
  end: (outcome: RunOutcome, reason: string) => never;
};

/** All ways in which a run can end lead through `end`. */
export function startRun(
  home: string | undefined,
  first: { name: string; policy: HookPolicy },
): HookRun {
  // Made when it is asked for: the class is loaded with its first use.
  let aborter: AbortController | undefined;
  const jobs: HandedOver[] = [];
  const mark = markRunning(home, first.name);
  let { name, policy } = first;
  let budgetMs = Infinity;
  let deadline: NodeJS.Timeout | undefined;
  let exitCode: number | undefined;

  const close = (outcome: RunOutcome, reason: string): number => {
    if (exitCode !== undefined) return exitCode;
    exitCode = outcome === 'failed' && policy === 'closed' ? BLOCK : 0;
    undoAll(run.undos);
    const { session, bytes } = run;
    const ms = Math.round(sinceStart());
    const time = isoTime();
    const { pid } = process;
    const record = { time, event: name, session, ms, outcome, reason, bytes, pid };
    // A child's skipped run says nothing about whether the hook works.
    if (isChild()) logRun(home, record);
    else recordRun(home, record);
    // One of several hooks of a script went well, so the script has a payload to read again.
    if (home !== undefined && outcome !== 'failed' && name !== first.name)
      endOutage(home, first.name);
    mark.remove();
    // The host shows this text to whom the block concerns.
    if (exitCode === BLOCK) process.stderr.write(`${name} hook failed: ${reason}\n`);
    startDetached(jobs);
    return exitCode;
  };
  const stop = (reason: string): never => {
    aborter?.abort(new Error(reason));
    return run.end('failed', reason);
  };
  const run: HookRun = {
    home,
    get signal() {
      aborter ??= new AbortController();
      return aborter.signal;
    },
    session: '',
    bytes: 0,
    undos: [],
    become: (hook) => {
      ({ name, policy, budgetMs } = hook);
      if (name !== first.name) mark.rename(name);
      listenForSignals(stop);
    },
    detach: (job) => {
      jobs.push(handOver(home, job, run.session));
    },
    adoptLeftJobs: () => {
      if (home !== undefined) jobs.push(...leftJobs(home));
    },
    settle: (value) => {
      // A timer has no turn before something is waited for, and the first costs 0.5 % of Node's start.
      if (isThenable(value))
        deadline ??= setTimeout(stop, budgetMs - sinceStart(), `not done within ${budgetMs} ms`);
      return value;
    },
    end: (outcome, reason) => {
      process.exit(close(outcome, reason));
    },
  };
  listenForErrors(stop);
  const endedByHandler = (): number => close('failed', 'the handler ended the process');
  process.on('exit', () => {
    process.exitCode = endedByHandler();
  });
  // Listeners of the handler come after that one, and an exit code of theirs could block. Every
  // `process.exit` goes through this function, last of all.
  const leave: unknown = Reflect.get(process, 'reallyExit');
  if (typeof leave === 'function')
    Reflect.set(process, 'reallyExit', () => Reflect.apply(leave, process, [endedByHandler()]));
  return run;
}

function listenForErrors(stop: (reason: string) => never): void {
  const stopWith = (error: unknown): void => {
    // Nobody reads stderr, which is no failure of the hook.
    if (errorCode(error) !== 'EPIPE') stop(describeError(error));
  };
  process.on('uncaughtException', stopWith);
  process.on('unhandledRejection', stopWith);
}

/** Only when stdin has been read: a listener has no turn while a read blocks, the default action has. */
function listenForSignals(stop: (reason: string) => never): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => stop(`ended by the host (${signal})`));
  }
}
