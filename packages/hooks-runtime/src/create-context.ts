import { callOwner } from './call-owner.ts';
import type { HookContext } from './define-hook.ts';
import type { Job } from './detach.ts';
import type { RunOutcome } from './run-log.ts';

/** How a run went, as far as its handler says. */
export type Said = { outcome: RunOutcome; reason: string };

/** What a handler is given beside its input. */
export function createContext(
  run: {
    home: string | undefined;
    signal: AbortSignal;
    undos: (() => void)[];
    detach: (job: Job) => void;
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
    fail: (reason) => {
      said.outcome = 'failed';
      said.reason = reason;
    },
    whenLost: (undo) => {
      run.undos.push(undo);
    },
    detach: (job) => run.detach(job),
  };
}

/** Takes back what was done for an answer that nobody gets. One that throws must not keep the rest. */
export function undoAll(undos: (() => void)[]): void {
  for (const undo of undos.splice(0)) {
    // What it was to take back stays, as it does where the process is killed.
    void callOwner(undo).catch(() => {});
  }
}
