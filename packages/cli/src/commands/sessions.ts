import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  listBackups,
  listStates,
  loadState,
  projectId,
  type SessionState,
  type StateFile,
} from '@carryover/state-file';
import { CliError } from '../cli-error.ts';
import { sessionsFolder, transcriptsIn } from '../transcripts-in.ts';
import { folders } from './folders.ts';

/** Where the work is: the folder that the client was started in where it tells one, else this one. */
export function workFolder(): string {
  return process.env['CLAUDE_PROJECT_DIR']?.trim() || process.cwd();
}

/**
 * The session that this was started in where the client tells one (2.1.332), else the newest of this
 * folder.
 */
export function newestTranscript(): string {
  const { configDir } = folders();
  const projects = join(configDir, 'projects');
  const around = process.env['CLAUDE_CODE_SESSION_ID'];
  const own = around ? transcriptOfSession(projects, around) : undefined;
  if (own !== undefined) return own;
  const sessions = sessionsFolder(configDir, workFolder());
  const files = transcriptsIn(sessions);
  const newest = files.toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];
  if (newest !== undefined) return newest;
  throw new CliError(
    `Cannot tell which session is meant: there is none of this folder in ${sessions}. Go to the folder that Claude Code was started in.`,
  );
}

function transcriptOfSession(projects: string, session: string): string | undefined {
  if (!existsSync(projects)) return undefined;
  const name = `${session}.jsonl`;
  const folder = readdirSync(projects).find((project) => existsSync(join(projects, project, name)));
  return folder === undefined ? undefined : join(projects, folder, name);
}

/** The state of the session whose id begins so; without one, the newest of this project. */
export function findState(home: string, session?: string): StateFile {
  if (session === undefined) {
    const [newest] = listStates(home, projectId(workFolder()));
    if (newest) return newest;
    throw new CliError(
      `Nothing is kept of ${workFolder()} yet: a state is made at the first compaction. Name a session, or go to its folder.`,
    );
  }
  const id = findSession(home, session);
  const state = listStates(home).find((file) => file.session === id);
  if (state) return state;
  throw new CliError(`There is no state of session ${id}, only backups: carryover backups list.`);
}

/** What a state that was found knows, with its evidence. Throws `CliError` where that cannot be read. */
export function evidenceOf(home: string, { project, session }: StateFile): SessionState {
  const state = loadState(home, project, session);
  if (state) return state;
  throw new CliError(
    `The evidence of session ${session} is of another version or damaged. The next compaction makes it anew; until then there is the text alone: carryover show ${session}.`,
  );
}

/** An empty name, as an unset variable of a script gives one, would be the beginning of every other. */
export function refuseEmpty(name: string, what: 'session' | 'project', remedy: string): void {
  if (name === '') throw new CliError(`The name of the ${what} is empty. ${remedy}`);
}

/** The whole id of the one session, of those with a state or a backup, that begins so. */
export function findSession(home: string, start: string): string {
  refuseEmpty(start, 'session', 'Give the beginning of its id.');
  const known = [...listStates(home), ...listBackups(home)].map(({ session }) => session);
  const matching = [...new Set(known)].filter((id) => id.startsWith(start));
  if (matching.includes(start)) return start;
  const [only, ...others] = matching;
  if (only !== undefined && others.length === 0) return only;
  if (only === undefined)
    throw new CliError(
      `No session begins with ${JSON.stringify(start)}. Those kept: carryover backups list --all.`,
    );
  throw new CliError(
    `${matching.length} sessions begin with ${JSON.stringify(start)}: ${matching.slice(0, 5).join(', ')}. Give more of the id.`,
  );
}
