import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { readHeader } from '../parse-state.ts';
import type { StateHeader } from '../render-state.ts';
import { namesIn } from './backup-files.ts';
import { stateFolder } from './store-paths.ts';

/** What the first lines of a state file say, and where it is. */
export type StateFile = StateHeader & { project: string; path: string };

/** The states of a project, or of all, newest first. */
export function listStates(home: string, project?: string): StateFile[] {
  const projects = project === undefined ? namesIn(join(home, 'state')) : [project];
  return projects
    .flatMap((name) => statesIn(home, name))
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
}

function statesIn(home: string, project: string): StateFile[] {
  const folder = stateFolder(home, project);
  return namesIn(folder)
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) => {
      const path = join(folder, name);
      const header = readHeader(firstBytes(path));
      return header ? [{ ...header, project, path }] : [];
    });
}

/** Enough for the header: files are not read whole to find the newest. */
function firstBytes(file: string): string {
  const buffer = Buffer.alloc(1024);
  const handle = openSync(file, 'r');
  try {
    return buffer.toString('utf8', 0, readSync(handle, buffer, 0, buffer.length, 0));
  } finally {
    closeSync(handle);
  }
}
