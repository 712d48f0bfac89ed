import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readRuns } from '../run-history.ts';
import { readRecord, recordedAt } from '../settings/install-record.ts';
import { pluginEvents } from '../settings/plugin-events.ts';
import { sessionsFolder, transcriptsIn } from '../transcripts-in.ts';
import type { Finding } from './finding.ts';
import type { DoctorScene } from './scene.ts';

/** A session that no hook has seen may be as much younger than the last run; one that is known, a day. */
const UNSEEN_MS = 10 * 60_000;
const SEEN_MS = 24 * 60 * 60_000;

/** Whether hooks have run since the newest transcript was written, or have been installed since. */
export function checkEvidence(scene: DoctorScene): Finding[] {
  const { home, hooksHome, files } = scene;
  const newest = newestOf(foldersOf(scene));
  const registered = files.find(({ path }) => readRecord(home, path) !== undefined);
  if (newest === undefined) return [];
  const runs = readRuns(hooksHome);
  const last = runs.at(-1)?.time;
  // Never ran and not installed by `install`: the other checks tell it.
  if (!last && !registered) return [];
  const since = Math.max(last ? Date.parse(last) : 0, recordedAt(home) ?? 0);
  const isSeen = runs.some(({ session }) => session === basename(newest.path, '.jsonl'));
  if (newest.at - since <= (isSeen ? SEEN_MS : UNSEEN_MS)) return [];
  const when = new Date(newest.at).toISOString().slice(0, 16).replace('T', ' ');
  const ran = last
    ? `the last hook ran at ${last.slice(0, 16).replace('T', ' ')}`
    : 'no hook ever ran';
  return [
    {
      id: 'hooks-do-not-run',
      says: `Claude Code wrote ${newest.path} at ${when} UTC, and ${ran}.`,
      remedy:
        'Start Claude Code anew; open /hooks there: if carryover is missing, it reads other settings (CLAUDE_CONFIG_DIR, --setting-sources).',
    },
  ];
}

/** The folders of sessions in which our hooks should have run. */
function foldersOf(scene: DoctorScene): string[] {
  const { configDir, folder } = scene;
  if (!isForAllProjects(scene)) return [sessionsFolder(configDir, folder)];
  const projects = join(configDir, 'projects');
  return namesIn(projects).map((name) => join(projects, name));
}

/** Not where the settings of this project alone register us. */
function isForAllProjects(scene: DoctorScene): boolean {
  const { home, files, named } = scene;
  const wide = files.filter(({ scope }) => scope === 'user' || scope === 'managed');
  return (
    wide.some(
      ({ path }) => named.some(({ file }) => file === path) || readRecord(home, path) !== undefined,
    ) || pluginEvents('user', scene, files).length > 0
  );
}

function newestOf(folders: string[]): { path: string; at: number } | undefined {
  const paths = folders.flatMap(transcriptsIn);
  const files = paths.map((path) => ({
    path,
    at: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0,
  }));
  return files.toSorted((a, b) => b.at - a.at)[0];
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
