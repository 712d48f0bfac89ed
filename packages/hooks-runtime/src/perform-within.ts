import { type Said, undoAll } from './create-context.ts';
import type { Hook } from './define-hook.ts';
import { fail, performHook, type Performance } from './perform-hook.ts';
import { startLimit } from './time-limit.ts';

export type Performed = { stdout: string; said: Said };

/**
 * Performs a hook in a process that goes on: ends when the time is over or the host gives up, whatever
 * the handler does, and takes back what a failed one did for its answer. Never rejects.
 */
export async function performWithin(
  hook: Hook,
  payload: object,
  run: Pick<Performance, 'home' | 'detach'>,
  { budgetMs, signal: host }: { budgetMs: number; signal?: AbortSignal | undefined },
): Promise<Performed> {
  const said: Said = { outcome: 'ok', reason: '' };
  const undos: (() => void)[] = [];
  const aborter = new AbortController();
  const limit = startLimit({ timeoutMs: budgetMs, signal: host });
  const { signal } = aborter;
  const performance = { ...run, undos, signal, settle: <T>(value: T): T => value };
  const ended = await Promise.race([
    performHook(hook, payload, performance, said).then((stdout) => ({ stdout, said })),
    limit.passed.then((ending) => {
      const isLate = ending === 'timed out';
      const reason = isLate ? `not done within ${budgetMs} ms` : 'ended by the host';
      aborter.abort(new Error(reason));
      // Another object: the handler may still be at work, and say something.
      const late: Said = { outcome: 'failed', reason };
      return { stdout: fail(late, reason), said: late };
    }),
  ]);
  limit.clear();
  if (ended.said.outcome === 'failed') undoAll(undos);
  return ended;
}
