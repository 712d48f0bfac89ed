import { statSync } from 'node:fs';
import { streamTranscript, type ScanResult } from '@carryover/transcript';
import { collectEvents, type EventCollector } from './collect-events.ts';
import { findAgentFiles, readAgents } from './agent-files.ts';
import { readGitView } from './git-view.ts';
import { findGitFolder, readHead } from './git-folder.ts';
import { buildState, type SessionState } from './session-state.ts';
import { appendLedger } from './store/ledger.ts';
import { readPins, withPins } from './store/pins.ts';
import { loadState, saveState } from './store/state-store.ts';
import { backupFile } from './store/store-paths.ts';
import { redactRecord, type Redact } from './redaction.ts';
import { stringLimit } from './string-limit.ts';
import { tryBackup, type TriedBackup } from './store/try-backup.ts';

export type SnapshotOptions = {
  home: string;
  project: string;
  session: string;
  transcript: string;
  now: Date;
  /** Where the session works now, for what git says of it. */
  folder?: string | undefined;
  /** Takes secrets out before anything is written but the backup. Without it they stay in. */
  redact?: Redact | undefined;
  /** Aborted when time is up: nothing half-written stays behind. */
  signal?: AbortSignal;
};

export type Snapshot =
  | {
      ok: true;
      state: SessionState;
      /** Where the Markdown is. */
      path: string;
      /** The transcript is the one that the newest state was made from. */
      unchanged: boolean;
      /** Why there is no backup. */
      backupFailure?: unknown;
    }
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
    const pinned = withPins(previous, readPins(home, project));
    return { ok: true, ...saveState(home, pinned), unchanged: true };
  }
  const generation = (previous?.generation ?? 0) + 1;
  const git = options.folder === undefined ? undefined : readGitView(options.folder);
  const collector = collectEvents();
  const backup = tryBackup(backupFile(home, project, session, generation), home);
  const scan = await readOnce(collector, backup, options);
  if (!scan.ok) return { ok: false, reason: `the transcript is unreadable: ${scan.reason}` };
  const record = collector.finish();
  const agentFiles = findAgentFiles(transcript);
  record.asides.push(...readAgents(agentFiles));
  const folder = options.folder ?? record.setting.cwd;
  const repository = folder === undefined ? undefined : findGitFolder(folder);
  const kept = await backup.finish();
  const redacted = options.redact && (await redactRecord(record, options.redact)).counts;
  const made = buildState(record, {
    session,
    project,
    generation,
    createdAt: now.toISOString(),
    transcript: { path: transcript, bytes: scan.size, skippedLines: scan.skippedCount },
    backup: kept.info,
    head: repository && readHead(repository),
    git: await git,
    agentFiles,
    redacted,
  });
  const { state, path } = saveState(home, withPins(made, readPins(home, project)));
  appendLedger(home, session, { type: 'state', at: state.createdAt, generation, project });
  return { ok: true, state, path, unchanged: false, backupFailure: kept.failure };
}

async function readOnce(
  { entry }: EventCollector,
  backup: TriedBackup,
  { transcript, signal }: SnapshotOptions,
): Promise<ScanResult> {
  try {
    const chunk = (bytes: Buffer): Promise<void> => {
      signal?.throwIfAborted();
      return backup.write(bytes);
    };
    const scan = await streamTranscript(transcript, [{ chunk, entry }], {
      maxStringBytes: stringLimit,
    });
    if (!scan.ok) backup.abort();
    return scan;
  } catch (error) {
    backup.abort();
    throw error;
  }
}
