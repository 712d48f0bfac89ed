import type { HookContext } from './define-hook.ts';
import { type HandedOver, handOver } from './detach.ts';
import type { RunOutcome } from './run-log.ts';

/** How a run went, as far as its handler says. */
export type Said = { outcome: RunOutcome; reason: string };

/** What a handler is given beside its input. Jobs that it hands over are left in `jobs`. */
export function createContext(
  run: {
    home: string | undefined;
    session: string;
    signal: AbortSignal;
    jobs: HandedOver[];
  },
  said: Said,
): HookContext {
  return {
    signal: run.signal,
    home: run.home,
    skip: (reason) => {
      said.outcome = 'skipped';
      said.reason = reason;
      return undefined;
    },
    note: (reason) => {
      said.reason = reason;
    },
    detach: (job) => {
      if (run.home === undefined) throw new Error('no home folder to hand the job over in');
      run.jobs.push(handOver(run.home, job, run.session));
    },
  };
}
