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
    undos: (() => void)[];
  },
  said: Said,
): HookContext {
  return {
    get signal() {
      return run.signal;
    },
    home: run.home,
    skip: (reason) => {
      said.outcome = 'skipped';
      said.reason = reason;
      return undefined;
    },
    note: (reason) => {
      said.reason = reason;
    },
    whenLost: (undo) => {
      run.undos.push(undo);
    },
    detach: (job) => {
      if (run.home === undefined) throw new Error('no home folder to hand the job over in');
      run.jobs.push(handOver(run.home, job, run.session));
    },
  };
}

/** Takes back what was done for an answer that nobody gets. One that throws must not keep the rest. */
export function undoAll(undos: (() => void)[]): void {
  for (const undo of undos.splice(0)) {
    try {
      undo();
    } catch {
      // What it had done stays done, as it does where the process is killed.
    }
  }
}
