import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readHeader } from '../parse-state.ts';
import type { StateHeader } from '../render-state.ts';
import { namesIn, projectNames } from './backup-files.ts';
import { stateFolder } from './store-paths.ts';

/** What the first lines of a state file say, and where it is. */
export type StateFile = StateHeader & { project: string; path: string };

/** The states of a project, or of all, newest first. */
export function listStates(home: string, project?: string): StateFile[] {
  return projectNames(home, 'state')
    .filter((name) => project === undefined || name === project)
    .flatMap((name) => statesIn(home, name))
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
}

function statesIn(home: string, project: string): StateFile[] {
  const folder = stateFolder(home, project);
  return namesIn(folder)
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) => {
      const path = join(folder, name);
      const header = tryHeader(path);
      // A copy, or one that was moved aside, is no state of its own.
      return header && name === `${header.session}.md` ? [{ ...header, project, path }] : [];
    });
}

/** One that cannot be read does not cost the others; a pipe, once opened, would be waited for. */
function tryHeader(path: string): StateHeader | undefined {
  try {
    return statSync(path).isFile() ? headerOf(path) : undefined;
  } catch {
    return undefined;
  }
}

/** What the header of a file says, read from its first bytes; `undefined` for a file without one. */
export function headerOf(file: string): StateHeader | undefined {
  return readHeader(startOf(file));
}

/** The first bytes of a file, as text. */
export function startOf(file: string): string {
  const buffer = Buffer.alloc(1024);
  const handle = openSync(file, 'r');
  try {
    return buffer.toString('utf8', 0, readSync(handle, buffer, 0, buffer.length, 0));
  } finally {
    closeSync(handle);
  }
}
