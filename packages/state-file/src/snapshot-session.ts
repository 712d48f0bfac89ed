import { statSync } from 'node:fs';
import { streamTranscript } from '@carryover/transcript';
import { collectEvents } from './collect-events.ts';
import { failureOf } from './failure-of.ts';
import { findAgentFiles, readAgents } from './agent-files.ts';
import { readGitView } from './git-view.ts';
import { findGitFolder, readHead, type GitFolder } from './git-folder.ts';
import { completeState, drawFacts, type SessionState } from './session-state.ts';
import { appendLedger, readLedger } from './store/ledger.ts';
import { readPins, withPins } from './store/pins.ts';
import { stateSession } from './store/state-session.ts';
import { loadState } from './store/state-store.ts';
import { noteMask } from './store/take-notes.ts';
import { MAX_BACKUPS, pruneBackups, type PruneOptions } from './store/prune-backups.ts';
import { backupFile } from './store/store-paths.ts';
import { redactRecord, type Redact } from './redaction.ts';
import { stringLimit } from './string-limit.ts';
import { markTranscript } from './transcript-mark.ts';
import { tryBackup, type TriedBackup } from './store/try-backup.ts';
import { trySave } from './store/try-save.ts';

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
  /** Which backups are deleted when a new one is made; see `pruneBackups`. */
  retention?: Pick<PruneOptions, 'maxAgeDays' | 'maxPerSession'> | undefined;
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
      /** Why the state is not on the disk. */
      saveFailure?: unknown;
      /** Why the ledger does not know of the state that is on the disk. */
      ledgerFailure?: unknown;
      /** Why there is no backup. */
      backupFailure?: unknown;
      /** Why old backups were not deleted. */
      pruneFailure?: unknown;
    }
  | { ok: false; reason: string };

/**
 * Keeps a copy of the transcript and makes the session's state from it, in one read. What the
 * disk refuses to take costs no state: it is told beside it. What cannot be read is thrown.
 */
export async function snapshotSession(options: SnapshotOptions): Promise<Snapshot> {
  const { home, project, transcript, now } = options;
  const size = statSync(transcript, { throwIfNoEntry: false })?.size;
  if (size === undefined) return { ok: false, reason: 'the transcript does not exist' };
  const session = stateSession(home, project, options.session, transcript);
  const previous = loadState(home, project, session);
  if (previous && isMadeOf(previous, transcript, size)) {
    const pinned = withPins(previous, readPins(home, project));
    const mask = await noteMask(home, previous, options.redact);
    return { ok: true, ...trySave(home, pinned, mask), unchanged: true };
  }
  const generation = newestGeneration(home, session, previous) + 1;
  const backup = tryBackup(backupFile(home, project, session, generation), home);
  try {
    const read = await readOnce(options, backup, () => pruneAtTimes(options, generation));
    if (!read.ok) return { ok: false, reason: `the transcript is unreadable: ${read.reason}` };
    const { record, facts, scan, kept, head, redacted, pruneFailure } = read;
    const built = completeState(record, facts, {
      session,
      project,
      generation,
      createdAt: now.toISOString(),
      transcript: {
        path: transcript,
        bytes: scan.size,
        skippedLines: scan.skippedCount,
        mark: markTranscript(transcript, scan.size),
      },
      backup: kept.info,
      head,
      redacted,
    });
    const mask = await noteMask(home, previous, options.redact);
    const saved = trySave(home, withPins(built, readPins(home, project)), mask);
    const at = saved.state.createdAt;
    const ledgerFailure = failureOf(() => {
      if (saved.saveFailure !== undefined) return;
      for (const id of new Set([session, options.session]))
        appendLedger(home, id, { type: 'state', at, generation, project });
    });
    const failures = { ledgerFailure, backupFailure: kept.failure, pruneFailure };
    return { ok: true, ...saved, ...failures, unchanged: false };
  } finally {
    backup.abort();
  }
}

/** A state that cannot be read any more had a number all the same, and its backup still has it. */
function newestGeneration(home: string, session: string, state: SessionState | undefined): number {
  if (state) return state.generation;
  const noted = readLedger(home, session).findLast(({ type }) => type === 'state');
  return noted?.type === 'state' ? noted.generation : 0;
}

function isMadeOf({ transcript }: SessionState, path: string, size: number): boolean {
  const { bytes, mark } = transcript;
  return transcript.path === path && bytes === size && mark === markTranscript(path, size);
}

/**
 * Once a session for what is too old, later on for what is too many: looking through all ledgers costs
 * milliseconds that most compactions need not pay.
 */
function pruneAtTimes({ home, now, retention }: SnapshotOptions, generation: number): void {
  if (generation > 1 && generation <= (retention?.maxPerSession ?? MAX_BACKUPS)) return;
  pruneBackups(home, { ...retention, now, waitMs: 0 });
}

function repositoryOf(folder: string | undefined): GitFolder | undefined {
  return folder === undefined ? undefined : findGitFolder(folder);
}

/** Facts are drawn while the compressor, the slower of the two, works off what was read. */
async function readOnce(options: SnapshotOptions, backup: TriedBackup, meanwhile: () => void) {
  const { transcript, folder, redact, signal } = options;
  const asked = folder === undefined ? undefined : readGitView(folder);
  const collector = collectEvents();
  const chunk = (bytes: Buffer): Promise<void> => {
    signal?.throwIfAborted();
    return backup.write(bytes);
  };
  const scan = await streamTranscript(transcript, [{ chunk, entry: collector.entry }], {
    maxStringBytes: stringLimit,
  });
  if (!scan.ok) return scan;
  const keeping = backup.finish();
  const record = collector.finish();
  const agentFiles = findAgentFiles(transcript);
  record.asides.push(...readAgents(agentFiles));
  const repository = repositoryOf(folder ?? record.setting.cwd);
  const git = await asked;
  // In an object of its own: secrets are taken out in place.
  const names = { head: repository && readHead(repository) };
  const others = [names, ...(git ? [git] : [])];
  const redacted = redact && (await redactRecord(record, redact, others)).counts;
  const facts = drawFacts(record, { git, agentFiles });
  // What cannot be deleted costs no state, and the next session tries again.
  const pruneFailure = failureOf(meanwhile);
  await scan.settled;
  const { head } = names;
  return {
    ok: true as const,
    record,
    facts,
    scan,
    kept: await keeping,
    head,
    redacted,
    pruneFailure,
  };
}
