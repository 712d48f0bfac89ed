import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../unknown.ts';
import { readLedger } from './ledger.ts';
import { isAlive } from './lock.ts';
import { unfinishedName } from './own-names.ts';

export type BackupFile = {
  path: string;
  project: string;
  session: string;
  /** Of the state that was made together with it. */
  generation: number;
  /** When it was made, as it was written down then; `undefined` where nobody wrote it down. */
  createdAt: string | undefined;
  /** Bytes of the compressed file. */
  bytes: number;
};

/** The backups of a home, of one project or session if named, oldest first. Links are none of ours. */
export function listBackups(
  home: string,
  only: { project?: string; session?: string } = {},
): BackupFile[] {
  return projectNames(home, 'backups')
    .filter((project) => only.project === undefined || project === only.project)
    .flatMap((project) => backupsIn(home, project))
    .filter(({ session }) => only.session === undefined || session === only.session)
    .toSorted((a, b) => (a.createdAt ?? '').localeCompare(b.createdAt ?? ''));
}

/**
 * Half-written files of processes that are dead, in states, backups and what waits for a prompt: whole
 * conversations, maybe.
 */
export function unfinishedFiles(home: string): { path: string; session: string }[] {
  const projects = (['backups', 'state'] as const).flatMap((part) =>
    projectNames(home, part).map((project) => join(home, part, project)),
  );
  return [join(home, 'sessions'), ...projects].flatMap((folder) =>
    namesIn(folder).flatMap((name) => {
      const unfinished = unfinishedName(name);
      const path = join(folder, name);
      const isFile = lstatSync(path, { throwIfNoEntry: false })?.isFile();
      if (!unfinished || !isFile || isAlive(unfinished.pid)) return [];
      return [{ path, session: unfinished.session }];
    }),
  );
}

function backupsIn(home: string, project: string): BackupFile[] {
  const folder = join(home, 'backups', project);
  const times = new Map<string, Map<number, string>>();
  return namesIn(folder).flatMap((name) => {
    const [, session, number] =
      /^([\p{L}\p{N}][\p{L}\p{N}_-]*)\.(\d+)\.jsonl\.gz$/u.exec(name) ?? [];
    const path = join(folder, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (session === undefined || !stats?.isFile()) return [];
    const known = times.get(session) ?? recordedTimes(home, session);
    times.set(session, known);
    const generation = Number(number);
    return [
      { path, project, session, generation, createdAt: known.get(generation), bytes: stats.size },
    ];
  });
}

/** From the ledger: the time of a file changes whenever somebody copies or touches it. */
function recordedTimes(home: string, session: string): Map<number, string> {
  const states = readLedger(home, session).filter((entry) => entry.type === 'state');
  return new Map(states.map(({ generation, at }) => [generation, at]));
}

/**
 * The projects of which a part of the home holds something, `state` or `backups`. Throws where it may not be
 * read: it is not empty for that.
 */
export function projectNames(home: string, part: 'state' | 'backups'): string[] {
  return readNames(join(home, part), ['ENOENT', 'ENOTDIR']);
}

/**
 * Names in a folder that is really one: what a link leads to is not looked at, and what cannot be read is
 * passed over.
 */
export function namesIn(folder: string): string[] {
  return readNames(folder);
}

/** Empty for these refusals of the system, by default for all. */
function readNames(folder: string, empty?: string[]): string[] {
  try {
    return lstatSync(folder).isDirectory() ? readdirSync(folder) : [];
  } catch (error) {
    if (empty && !empty.includes(`${errorCode(error)}`)) throw error;
    return [];
  }
}
