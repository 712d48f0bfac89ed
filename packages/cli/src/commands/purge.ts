import { projectId, purge as purgeStore, type PurgeTarget } from '@carryover/state-file';
import { CliError } from '../cli-error.ts';
import { ask, isOnTerminal } from './ask.ts';
import { folders } from './folders.ts';
import { print } from './print.ts';
import { findSession, refuseEmpty, workFolder } from './sessions.ts';

export type PurgeOptions = {
  session?: string;
  /** A name, or true for this folder's. */
  project?: string | true;
  all?: boolean;
  dryRun?: boolean;
  yes?: boolean;
  json?: boolean;
};

/** Deletes what is kept of a session, a project or everything, after asking. */
export async function purge(options: PurgeOptions): Promise<void> {
  const { home } = folders();
  const { target, label } = chosen(home, options);
  const { dryRun = false } = options;
  const found = purgeStore(home, target, { dryRun: true });
  if (!dryRun && found.length > 0 && !options.yes) await confirm(`${label}: ${found.length} files`);
  const deleted = dryRun ? found : purgeStore(home, target);
  print(options, { dryRun, paths: deleted }, () => {
    if (deleted.length === 0) return `Nothing is kept of ${label}.`;
    const done = `${dryRun ? 'Would delete' : 'Deleted'} ${deleted.length} files of ${label}.`;
    return [...(dryRun ? deleted : []), done].join('\n');
  });
}

function chosen(
  home: string,
  { session, project, all }: PurgeOptions,
): { target: PurgeTarget; label: string } {
  const given = [session, project, all].filter((option) => option !== undefined);
  if (given.length !== 1)
    throw new CliError('Say what to delete, one of: --session <id>, --project [name], --all');
  if (session !== undefined) {
    const id = findSession(home, session);
    return { target: { session: id }, label: `session ${id}` };
  }
  if (project === undefined) return { target: { all: true }, label: 'all sessions' };
  const name = project === true ? projectId(workFolder()) : project;
  refuseEmpty(name, 'project', "Leave it out for this folder's.");
  return { target: { project: name }, label: `project ${name}` };
}

async function confirm(what: string): Promise<void> {
  if (!isOnTerminal())
    throw new CliError(`Nothing was deleted (${what}). Add --yes where nobody can be asked.`);
  const answer = await ask(`Delete ${what}? They cannot be brought back. [y/N] `);
  if (!/^y(?:es)?$/i.test(answer ?? '')) throw new CliError('Nothing was deleted.');
}
