import { statSync } from 'node:fs';
import type { SessionState } from '../session-state.ts';
import { statePaths } from './store-paths.ts';

/**
 * Whether nobody has written into the Markdown of a state since it was saved: `saveState` dates the file
 * as the state, and who writes into it dates it anew.
 */
export function isAsSaved(home: string, { project, session, createdAt }: SessionState): boolean {
  const { markdown } = statePaths(home, project, session);
  const stats = statSync(markdown, { throwIfNoEntry: false });
  return stats !== undefined && Math.round(stats.mtimeMs) === Date.parse(createdAt);
}
