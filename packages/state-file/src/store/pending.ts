import { readFileSync, renameSync, rmSync } from 'node:fs';
import { errorCode } from '../unknown.ts';
import { sessionPaths } from './store-paths.ts';
import { temporaryName, writeAtomic } from './write-atomic.ts';

/** Leaves a text that the session's next prompt is to be given, in place of one that waits; empty: none. */
export function leaveForPrompt(home: string, session: string, text: string): void {
  const { pending } = sessionPaths(home, session);
  if (text === '') rmSync(pending, { force: true });
  else writeAtomic(pending, text, home);
}

/**
 * The text that waits, for one of any number of processes that ask at the same time; `undefined` for
 * the others and where none waits.
 */
export function takeForPrompt(home: string, session: string): string | undefined {
  const { pending } = sessionPaths(home, session);
  const mine = temporaryName(pending);
  try {
    renameSync(pending, mine);
    return readFileSync(mine, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  } finally {
    rmSync(mine, { force: true });
  }
}
