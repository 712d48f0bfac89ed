import { readFileSync } from 'node:fs';
import { folders } from './folders.ts';
import { print } from './print.ts';
import { evidenceOf, findState } from './sessions.ts';

/** The state of a session as it is kept: Markdown, or with its evidence as JSON. */
export function show(session: string | undefined, options: { json?: boolean }): void {
  const { home } = folders();
  const found = findState(home, session);
  const value = options.json ? evidenceOf(home, found) : undefined;
  print(options, value, () => readFileSync(found.path, 'utf8').trimEnd());
}
