import { existsSync, readFileSync, unlinkSync } from 'node:fs';
import { isNarrative, type Narrative } from '../narrative.ts';
import { errorCode } from '../unknown.ts';
import { writeAtomic } from './write-atomic.ts';
import { sessionPaths, statePaths } from './store-paths.ts';

/** The newest narrative of the session, `undefined` where there is none or it is of another version. */
export function loadNarrative(
  home: string,
  project: string,
  session: string,
): Narrative | undefined {
  try {
    const text = readFileSync(statePaths(home, project, session).narrative, 'utf8');
    const value: unknown = JSON.parse(text);
    return isNarrative(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** From here on it waits to be given. */
export function leaveNarrative(home: string, session: string): void {
  writeAtomic(sessionPaths(home, session).ungiven, '', home);
}

/** Whether a narrative waits to be given. */
export function hasUngiven(home: string, session: string): boolean {
  return existsSync(sessionPaths(home, session).ungiven);
}

/** True once for each narrative, for one of any number of processes that ask at the same time. */
export function claimNarrative(home: string, session: string): boolean {
  try {
    unlinkSync(sessionPaths(home, session).ungiven);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
