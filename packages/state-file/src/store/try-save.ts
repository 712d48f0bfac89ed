import { failureOf } from '../failure-of.ts';
import type { SessionState } from '../session-state.ts';
import { saveState, type Mask } from './state-store.ts';
import { statePaths } from './store-paths.ts';

/** `saveState` where the disk may refuse: the state is good without its files, and why they are missing is told. */
export function trySave(
  home: string,
  made: SessionState,
  mask: Mask | undefined,
): { state: SessionState; path: string; saveFailure?: unknown } {
  const { markdown } = statePaths(home, made.project, made.session);
  let saved = { state: made, path: markdown };
  const saveFailure = failureOf(() => {
    saved = saveState(home, made, mask);
  });
  return saveFailure === undefined ? saved : { ...saved, saveFailure };
}
