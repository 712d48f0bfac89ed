import { readFileSync } from 'node:fs';
import { loadState } from '@carryover/state-file';
import { folders } from './folders.ts';
import { findState } from './sessions.ts';

/** The state of a session as it is kept: Markdown, or with its evidence as JSON. */
export function show(session: string | undefined, options: { json?: boolean }): void {
  const { home } = folders();
  const { project, session: id, path } = findState(home, session);
  if (options.json) console.log(JSON.stringify(loadState(home, project, id), null, 2));
  else console.log(readFileSync(path, 'utf8').trimEnd());
}
