import { join } from 'node:path';
import { StateFileError } from '../state-file-error.ts';

export type SessionPaths = {
  ledger: string;
  /** One mark for each level of the warning, the lowest first. */
  warned: string[];
  /** What the next prompt is given. */
  pending: string;
};

/** A session's own files, whatever its project. Throws `unsafe_id`. */
export function sessionPaths(home: string, session: string): SessionPaths {
  const base = join(home, 'sessions', safeId(session));
  const further = Array.from({ length: MAX_WARN_LEVELS - 1 }, (_, n) => `${base}.warned-${n + 2}`);
  return {
    ledger: `${base}.jsonl`,
    warned: [`${base}.warned`, ...further],
    pending: `${base}.pending.txt`,
  };
}

/** How often a context may be warned of, each time at a higher level. */
export const MAX_WARN_LEVELS = 5;

export type StatePaths = {
  /** What people and agents read. */
  markdown: string;
  /** The same facts with their evidence. */
  json: string;
  /** The client's own summary of the last compaction. */
  summary: string;
};

/** Throws `unsafe_id`. */
export function statePaths(home: string, project: string, session: string): StatePaths {
  const base = join(stateFolder(home, project), safeId(session));
  return { markdown: `${base}.md`, json: `${base}.json`, summary: `${base}.summary.txt` };
}

export function stateFolder(home: string, project: string): string {
  return join(home, 'state', safeId(project));
}

/** The notes that every state of a project carries. Throws `unsafe_id`. */
export function pinsFile(home: string, project: string): string {
  return join(stateFolder(home, project), 'pinned.jsonl');
}

/** Throws `unsafe_id`. */
export function backupFile(
  home: string,
  project: string,
  session: string,
  generation: number,
): string {
  return join(home, 'backups', safeId(project), `${safeId(session)}.${generation}.jsonl.gz`);
}

/** Session ids are UUIDs today; what could leave the folder or match another file is refused. */
function safeId(id: string): string {
  if (/^[\p{L}\p{N}][\p{L}\p{N}_-]{0,127}$/u.test(id)) return id;
  throw new StateFileError(
    'unsafe_id',
    `not usable as a file name: ${JSON.stringify(id.slice(0, 40))}`,
  );
}
