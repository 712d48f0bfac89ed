import { unlinkSync } from 'node:fs';
import { errorCode } from '../unknown.ts';
import { writeAtomic } from './write-atomic.ts';
import { readText } from './read-text.ts';
import { sessionPaths, statePaths } from './store-paths.ts';

/** The first line of what a model's context gets of a narrative. */
export function narrativeMark(session: string, generation: number): string {
  return `<carryover-narrative session="${session}" generation="${generation}">`;
}

/**
 * What a model's context gets of the narrative of that generation, or with `orEarlier` of one before it;
 * empty where there is none.
 */
export function readNarrative(
  home: string,
  state: { project: string; session: string; generation: number },
  { orEarlier = false } = {},
): string {
  const { project, session, generation } = state;
  const text = readText(statePaths(home, project, session).narrativeBlock) ?? '';
  const told = Number(/ generation="(\d+)">/.exec(text)?.[1]);
  const isOf = told === generation || (orEarlier && told < generation);
  return isOf && text.startsWith(narrativeMark(session, told)) ? text : '';
}

/** From here on it waits to be given. */
export function leaveNarrative(home: string, session: string): void {
  writeAtomic(sessionPaths(home, session).ungiven, '', home);
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
