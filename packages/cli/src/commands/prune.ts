import { pruneBackups } from '@carryover/state-file';
import { CliError } from '../cli-error.ts';
import { readConfig } from '../config/read-config.ts';
import { folders } from './folders.ts';
import { print, size } from './print.ts';
import { workFolder } from './sessions.ts';

/** Deletes backups that are too old or too many; the newest of each session stays. */
export function prune(options: { dryRun?: boolean; json?: boolean }): void {
  const { home } = folders();
  const { config } = readConfig({ home, project: workFolder() });
  const { dryRun = false } = options;
  const result = pruneBackups(home, {
    now: new Date(),
    maxAgeDays: config.retentionDays,
    maxPerSession: config.retentionCount,
    dryRun,
  });
  if (!result)
    throw new CliError('Another process is deleting backups right now. Try again later.');
  print(options, { dryRun, ...result }, () => {
    const bytes = result.deleted.reduce((sum, backup) => sum + backup.bytes, 0);
    const done = dryRun ? 'Would delete' : 'Deleted';
    return [
      ...result.deleted.map(({ path, reason }) => `${path} (${reason})`),
      `${done} ${result.deleted.length} backups, ${size(bytes)}; ${result.kept} stay.`,
    ].join('\n');
  });
}
