import { join } from 'node:path';
import { StateFileError } from '../state-file-error.ts';

/** A session's own files, whatever its project. Throws `unsafe_id`. */
export function sessionPaths(
  home: string,
  session: string,
): { ledger: string; warned: string; /** A narrative waits to be given. */ ungiven: string } {
  const base = join(home, 'sessions', safeId(session));
  return { ledger: `${base}.jsonl`, warned: `${base}.warned`, ungiven: `${base}.ungiven` };
}

export type StatePaths = {
  /** What people and agents read. */
  markdown: string;
  /** The same facts with their evidence. */
  json: string;
  /** The client's own summary of the last compaction. */
  summary: string;
  /** What a model made of the newest state that one was asked about; beside it the same for people. */
  narrative: string;
  narrativeMarkdown: string;
  /** What a model's context gets of it. */
  narrativeBlock: string;
  /** The model's last answer as it came, without secrets. */
  answer: string;
};

/** Throws `unsafe_id`. */
export function statePaths(home: string, project: string, session: string): StatePaths {
  const base = join(stateFolder(home, project), safeId(session));
  return {
    markdown: `${base}.md`,
    json: `${base}.json`,
    summary: `${base}.summary.txt`,
    narrative: `${base}.narrative.json`,
    narrativeMarkdown: `${base}.narrative.md`,
    narrativeBlock: `${base}.narrative.txt`,
    answer: `${base}.answer.txt`,
  };
}

export function stateFolder(home: string, project: string): string {
  return join(home, 'state', safeId(project));
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
  if (isSafeId(id)) return id;
  throw new StateFileError(
    'unsafe_id',
    `not usable as a file name: ${JSON.stringify(id.slice(0, 40))}`,
  );
}

/** True for what is usable as a file name of ours. */
export function isSafeId(id: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,127}$/u.test(id);
}
