import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { listBackups, unfinishedFiles, type BackupFile } from './backup-files.ts';
import { logDeletion } from './deletion-log.ts';
import { withLock } from './lock.ts';

export type PruneOptions = {
  now: Date;
  /** Default 30. */
  maxAgeDays?: number;
  /** Default `MAX_BACKUPS`. */
  maxPerSession?: number;
  /** How long to wait for another process that prunes, in ms. Default 1,000. */
  waitMs?: number;
  /** Only tells what would be deleted. */
  dryRun?: boolean;
};

export type PruneResult = { deleted: (BackupFile & { reason: string })[]; kept: number };

/** Of a session. */
export const MAX_BACKUPS = 20;

const DAY_MS = 86_400_000;

/**
 * Deletes backups that are too old or too many. The newest of each session stays, and so does every
 * one whose age nobody wrote down. What killed processes left half-written goes. `undefined` when another process is at it.
 */
export function pruneBackups(home: string, options: PruneOptions): PruneResult | undefined {
  const prune = (): PruneResult => {
    const backups = listBackups(home);
    const deleted = [...bySession(backups).values()].flatMap((own) => outdated(own, options));
    if (!options.dryRun) {
      for (const { path } of unfinishedFiles(home)) {
        logDeletion(home, path, 'left by a process that was killed');
        rmSync(path, { force: true });
      }
      for (const { path, reason } of deleted) {
        logDeletion(home, path, reason);
        rmSync(path, { force: true });
      }
    }
    return { deleted, kept: backups.length - deleted.length };
  };
  return withLock(join(home, 'backups.lock'), home, prune, options.waitMs);
}

function bySession(backups: BackupFile[]): Map<string, BackupFile[]> {
  const sessions = new Map<string, BackupFile[]>();
  for (const backup of backups) {
    const key = `${backup.project}/${backup.session}`;
    sessions.set(key, [...(sessions.get(key) ?? []), backup]);
  }
  return sessions;
}

function outdated(
  own: BackupFile[],
  { now, maxAgeDays = 30, maxPerSession = MAX_BACKUPS }: PruneOptions,
): PruneResult['deleted'] {
  const newestFirst = own.toSorted((a, b) => b.generation - a.generation);
  const oldest = now.getTime() - maxAgeDays * DAY_MS;
  return newestFirst.flatMap((backup, index) => {
    if (index === 0 || backup.createdAt === undefined) return [];
    if (index >= maxPerSession) return [{ ...backup, reason: `more than ${maxPerSession}` }];
    const isOld = Date.parse(backup.createdAt) < oldest;
    return isOld ? [{ ...backup, reason: `older than ${maxAgeDays} days` }] : [];
  });
}
