import { statSync } from 'node:fs';
import { streamTranscript } from '@carryover/transcript';
import { collectEvents } from './collect-events.ts';
import { findGitFolder, readHead } from './git-folder.ts';
import { buildState, type SessionState } from './session-state.ts';
import { startBackup, type BackupInfo, type BackupWriter } from './store/backup.ts';
import { appendLedger } from './store/ledger.ts';
import { loadState, saveState } from './store/state-store.ts';
import { backupFile } from './store/store-paths.ts';

export type SnapshotOptions = {
  home: string;
  project: string;
  session: string;
  transcript: string;
  now: Date;
  /** Aborted when time is up: nothing half-written stays behind. */
  signal?: AbortSignal;
};

export type Snapshot =
  /** `unchanged`: the transcript is the one that the newest state was made from. */
  | { ok: true; state: SessionState; path: string; unchanged: boolean }
  | { ok: false; reason: string };

/**
 * Keeps a copy of the transcript and makes the session's state from it, in one read. The backup that
 * cannot be written does not cost the state; what else the disk refuses is thrown.
 */
export async function snapshotSession(options: SnapshotOptions): Promise<Snapshot> {
  const { home, project, session, transcript, now } = options;
  const size = statSync(transcript, { throwIfNoEntry: false })?.size;
  if (size === undefined) return { ok: false, reason: 'the transcript does not exist' };
  const previous = loadState(home, project, session);
  if (previous?.transcript.bytes === size) {
    return { ok: true, state: previous, path: saveState(home, previous), unchanged: true };
  }
  const generation = (previous?.generation ?? 0) + 1;
  const backup = startBackup(backupFile(home, project, session, generation), home);
  const collector = collectEvents();
  const read = await readInto(collector, backup, options);
  if (!read.ok) return read;
  const git = findGitFolder(collector.record.setting.cwd ?? '.');
  const state = buildState(collector.record, {
    session,
    project,
    generation,
    createdAt: now.toISOString(),
    transcript: { path: transcript, bytes: read.bytes, skippedLines: read.skippedLines },
    backup: read.backup,
    head: git && readHead(git),
  });
  const path = saveState(home, state);
  appendLedger(home, session, { type: 'state', at: state.createdAt, generation, project });
  return { ok: true, state, path, unchanged: false };
}

type ReadResult =
  | { ok: true; bytes: number; skippedLines: number; backup: BackupInfo }
  | { ok: false; reason: string };

async function readInto(
  collector: ReturnType<typeof collectEvents>,
  backup: BackupWriter,
  { transcript, signal }: SnapshotOptions,
): Promise<ReadResult> {
  try {
    const chunk = (bytes: Buffer): Promise<void> => {
      signal?.throwIfAborted();
      return backup.write(bytes);
    };
    const scan = await streamTranscript(transcript, [{ chunk, entry: collector.entry }]);
    if (!scan.ok) {
      backup.abort();
      return { ok: false, reason: `the transcript is unreadable: ${scan.reason}` };
    }
    const info = await backup.finish();
    return { ok: true, bytes: info.originalBytes, skippedLines: scan.skippedCount, backup: info };
  } catch (error) {
    backup.abort();
    throw error;
  }
}
