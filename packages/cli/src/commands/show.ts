import { readFileSync } from 'node:fs';
import { folders } from './folders.ts';
import { evidenceOf, findState } from './sessions.ts';

/** The state of a session as it is kept: Markdown, or with its evidence as JSON. */
export function show(session: string | undefined, options: { json?: boolean }): void {
  const { home } = folders();
  const found = findState(home, session);
  if (options.json) console.log(JSON.stringify(evidenceOf(home, found), null, 2));
  else console.log(readFileSync(found.path, 'utf8').trimEnd());
}
