import { basename } from 'node:path';
import { loadState } from './state-store.ts';
import { isSafeId } from './store-paths.ts';

/**
 * The id that a session's state is kept under. A client that forks or resumes a session may go on under
 * the old id in another file (anthropics/claude-code#39355): the state of the old one is not its to
 * replace, so it is kept under the name of its own file.
 */
export function stateSession(
  home: string,
  project: string,
  session: string,
  transcript: string,
): string {
  const own = basename(transcript, '.jsonl');
  if (own === session || !isSafeId(own)) return session;
  const kept = loadState(home, project, session);
  return kept && basename(kept.transcript.path, '.jsonl') !== own ? own : session;
}
