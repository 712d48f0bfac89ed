import { withinTimer } from './timer-limit.ts';

/** Resolves `passed` when the time is over or the signal aborts. Whoever asked calls `clear` when done. */
export function startLimit({
  timeoutMs,
  signal,
}: {
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}) {
  const done = new AbortController();
  const passed = new Promise<'timed out' | 'cancelled'>((resolve) => {
    const timer = setTimeout(resolve, withinTimer(timeoutMs), 'timed out');
    done.signal.addEventListener('abort', () => clearTimeout(timer));
    if (signal?.aborted) resolve('cancelled');
    signal?.addEventListener('abort', () => resolve('cancelled'), { signal: done.signal });
  });
  return { passed, clear: () => done.abort() };
}
