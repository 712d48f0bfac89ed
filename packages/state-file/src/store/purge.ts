import { lstatSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { namesIn, projectNames, unfinishedFiles } from './backup-files.ts';
import { logDeletion } from './deletion-log.ts';
import { headerOf, startOf } from './list-states.ts';
import { sessionOfName } from './own-names.ts';
import { pinsFile, sessionPaths, stateFolder } from './store-paths.ts';

export type PurgeTarget = { session: string } | { project: string } | { all: true };

/**
 * Deletes what is kept of a session, a project or everything: states, backups, ledgers, and what
 * killed processes left half-written; of a project its pinned notes too. Files that are not ours and links stay. Returns the paths; with `dryRun` nothing is deleted. Throws `unsafe_id`.
 */
export function purge(
  home: string,
  target: PurgeTarget,
  options: { dryRun?: boolean } = {},
): string[] {
  const projects = 'project' in target ? [target.project] : projectsIn(home);
  const kept = projects.flatMap((project) => filesOf(home, project));
  const chosen =
    'session' in target ? kept.filter(({ session }) => session === target.session) : kept;
  const sessions = 'session' in target ? [target.session] : chosen.map(({ session }) => session);
  const ledgers = [...new Set(sessions)].flatMap((session) => {
    const { ledger, warned, pending, ungiven } = sessionPaths(home, session);
    return [ledger, ...warned, pending, ungiven].filter(isFile);
  });
  const pins = 'session' in target ? [] : projects.map((project) => pinsFile(home, project));
  const unfinished = unfinishedFiles(home).filter(({ path, session }) => {
    if ('all' in target || sessions.includes(session)) return true;
    return 'project' in target && basename(dirname(path)) === target.project;
  });
  const found = [...chosen, ...unfinished].map(({ path }) => path);
  const paths = [...found, ...ledgers, ...pins.filter(isFile)];
  if (options.dryRun) return paths;
  for (const path of paths) {
    logDeletion(home, path, 'purge');
    rmSync(path, { force: true });
  }
  for (const folder of new Set(paths.map((path) => dirname(path)))) removeEmpty(folder);
  return paths;
}

function projectsIn(home: string): string[] {
  return [...new Set([...projectNames(home, 'state'), ...projectNames(home, 'backups')])];
}

function filesOf(home: string, project: string): { path: string; session: string }[] {
  const folders = [stateFolder(home, project), join(home, 'backups', project)];
  // `namesIn` says nothing of a folder that is a link; the one above it may be one, too.
  const own = folders.filter((folder) => namesIn(dirname(folder)).includes(basename(folder)));
  return own.flatMap((folder) =>
    namesIn(folder).flatMap((name) => {
      const session = sessionOfName(name);
      const path = join(folder, name);
      return session !== undefined && isFile(path) && isOurs(path, session)
        ? [{ path, session }]
        : [];
    }),
  );
}

/**
 * Any file may end in `.md` or `.json`: one of the two says that a state of that session stands here. An
 * editor may have cost the Markdown its header, a crash the JSON its end.
 */
function isOurs(path: string, session: string): boolean {
  const base = join(dirname(path), session);
  if (path !== `${base}.md` && path !== `${base}.json`) return true;
  if (isFile(`${base}.md`) && headerOf(`${base}.md`)?.session === session) return true;
  const json = isFile(`${base}.json`) ? startOf(`${base}.json`) : '';
  return /"version":\s*\d/.test(json) && json.includes(JSON.stringify(session));
}

function isFile(path: string): boolean {
  // So a folder that may not be read is passed over, as everywhere.
  return namesIn(dirname(path)).includes(basename(path)) && lstatSync(path).isFile();
}

function removeEmpty(folder: string): void {
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}
