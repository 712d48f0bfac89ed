import type { HookEventName } from '@carryover/schemas';
import { isChild } from './child-environment.ts';
import { type Said, undoAll } from './create-context.ts';
import type { Hook } from './define-hook.ts';
import { describeError } from './describe-error.ts';
import { joinSystemMessage } from './encode-answer.ts';
import { failureNotice } from './failure-count.ts';
import { carryoverHome } from './home.ts';
import { type Payload, readEnvelope } from './hook-envelope.ts';
import { type HookRun, startRun } from './hook-run.ts';
import { performHook } from './perform-hook.ts';
import { readStdin } from './read-stdin.ts';
import { guardStdout, writeAnswer } from './stdout-guard.ts';

export type RunOptions = {
  /** Where the log, the failure counts and detached jobs are kept. Default: `carryoverHome()`. */
  home?: string | undefined;
  /** Failures in a row of which the person is told at the next SessionStart; 0 is never. Default: 3. */
  tellAfter?: number;
};

const MAX_STDIN_BYTES = 128 * 1024 * 1024;
const TELL_AFTER = 3;

/**
 * Runs one hook as the command of this process: payload from stdin, answer to stdout. Whatever goes
 * wrong the process exits with 0 (with 2 under `policy: 'closed'`), stdout is empty or one whole
 * answer, and one line in the run log says what happened. Never returns: the process ends.
 */
export function runHook<E extends HookEventName>(
  hook: Hook<E>,
  options: RunOptions = {},
): Promise<never> {
  return runHooks([hook], options);
}

/** The same for one script behind many events: the payload's `hook_event_name` picks the hook. */
export async function runHooks(hooks: readonly Hook[], options: RunOptions = {}): Promise<never> {
  const only = hooks.length === 1 ? hooks[0] : undefined;
  const closed = hooks.length > 0 && hooks.every(({ policy }) => policy === 'closed');
  const run = startRun(options.home ?? carryoverHome(), {
    name: hooks.map(({ name }) => name).join('-') || 'unknown',
    policy: closed ? 'closed' : 'open',
  });
  guardStdout();
  try {
    const deadlineMs = Math.min(...hooks.map(({ budgetMs }) => budgetMs));
    const stdin = await readStdin({ maxBytes: MAX_STDIN_BYTES, deadlineMs });
    if (isChild()) return run.end('skipped', 'started by carryover itself');
    if (!stdin.ok) return run.end('failed', stdin.reason);
    const envelope = readEnvelope(stdin.text);
    if (!envelope.ok) return run.end('failed', envelope.reason);
    run.session = envelope.payload.session_id;
    const event = envelope.event ?? only?.event;
    const hook = hooks.find((candidate) => candidate.event === event);
    if (hook) return await answer(run, hook, envelope.payload, options.tellAfter ?? TELL_AFTER);
    return only
      ? run.end('failed', `the payload is not one of ${only.event}`)
      : run.end('skipped', `no hook for ${event ?? 'a payload without an event'}`);
  } catch (error) {
    return run.end('failed', describeError(error));
  }
}

async function answer(
  run: HookRun,
  hook: Hook,
  payload: Payload,
  tellAfter: number,
): Promise<never> {
  run.become(hook);
  const said: Said = { outcome: 'ok', reason: '' };
  let stdout = await performHook(hook, payload, run, said);
  if (said.outcome === 'failed') undoAll(run.undos);
  if (hook.event === 'SessionStart' && run.home !== undefined && !payload['agent_id']) {
    run.adoptLeftJobs();
    const notice = tellAfter > 0 ? failureNotice(run.home, tellAfter) : undefined;
    if (notice) {
      stdout = joinSystemMessage(stdout, notice.text);
      run.undos.push(notice.undo);
    }
  }
  const problem = await writeAnswer(stdout, hook.budgetMs);
  if (problem) return run.end('failed', problem);
  run.undos.length = 0;
  run.bytes = Buffer.byteLength(stdout);
  return run.end(said.outcome, said.reason);
}
