import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { readHeader, renderState, type StateHeader } from '../render-state.ts';
import { isSessionState, type SessionState } from '../session-state.ts';
import { errorCode } from '../unknown.ts';
import { stateFolder, statePaths } from './store-paths.ts';
import { writeAtomic } from './write-atomic.ts';

/** Writes the evidence, then what people read: whoever finds the `.md` finds its `.json`. */
export function saveState(home: string, state: SessionState): string {
  const { markdown, json } = statePaths(home, state.project, state.session);
  writeAtomic(json, `${JSON.stringify(state)}\n`, home);
  writeAtomic(markdown, renderState(state), home);
  return markdown;
}

/** The session's state, `undefined` where there is none or it is of another version. */
export function loadState(
  home: string,
  project: string,
  session: string,
): SessionState | undefined {
  try {
    const text = readFileSync(statePaths(home, project, session).json, 'utf8');
    const state: unknown = JSON.parse(text);
    return isSessionState(state) ? state : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The project's newest state of another session that is at most `maxAgeHours` old. */
export function findRecentState(
  home: string,
  project: string,
  options: { except: string; maxAgeHours: number; now: Date },
): SessionState | undefined {
  const oldest = options.now.getTime() - options.maxAgeHours * 3_600_000;
  const newest = headers(stateFolder(home, project))
    .filter(
      ({ session, createdAt }) => session !== options.except && Date.parse(createdAt) >= oldest,
    )
    .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
    .at(-1);
  return newest && loadState(home, project, newest.session);
}

function headers(folder: string): StateHeader[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  return names
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) => readHeader(firstBytes(join(folder, name))) ?? []);
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
