import type { ProcessOutput } from '../hook-output.ts';
import type { HandlerCall, HandlerExecutor, OtherHandler } from './configured-hook.ts';
import { startLimit } from '../time-limit.ts';
import { postHook } from './post-hook.ts';
import type { CommandOutput } from './run-command.ts';

export type Executors = Partial<Record<OtherHandler['type'], HandlerExecutor>>;

/** The owner's, else ours. */
export function executorOf(
  type: OtherHandler['type'],
  owned: Executors = {},
): HandlerExecutor | undefined {
  return owned[type] ?? (type === 'http' ? postHook : undefined);
}

/** Ends in time, whatever the executor does. Never rejects. */
export async function runHandler(
  execute: HandlerExecutor,
  { timeoutMs, signal, ...call }: HandlerCall & { timeoutMs: number },
): Promise<Omit<CommandOutput, 'later'>> {
  const began = performance.now();
  const limit = startLimit({ timeoutMs, signal });
  const aborter = new AbortController();
  const nothing = { exitCode: null, stdout: '', stderr: '' };
  const ended = await Promise.race([
    outputOf(execute, { ...call, signal: aborter.signal }).then(
      (output) => ({ ending: 'exited' as const, ...output }),
      (error: unknown) => ({
        ending: 'not started' as const,
        ...nothing,
        stderr: messageOf(error),
      }),
    ),
    limit.passed.then((ending) => ({ ending, ...nothing })),
  ]);
  limit.clear();
  aborter.abort();
  return { ...ended, ms: performance.now() - began };
}

async function outputOf(execute: HandlerExecutor, call: HandlerCall): Promise<ProcessOutput> {
  const { exitCode, stdout, stderr } = await execute(call);
  if (typeof stdout === 'string' && typeof stderr === 'string') return { exitCode, stdout, stderr };
  throw new TypeError(`the executor of ${call.handler.type} hooks returned no stdout and stderr`);
}

/** `fetch` says what happened in the cause. */
export function messageOf(error: unknown): string {
  const { cause, message } = error instanceof Error ? error : new Error(String(error));
  return (cause instanceof Error && cause.message) || message;
}
