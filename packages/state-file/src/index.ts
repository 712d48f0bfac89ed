export { failureOf } from './failure-of.ts';
export { SECTIONS, type Fact, type SectionName } from './fact.ts';
export type { Redact, Redaction } from './redaction.ts';
export { readSession } from './read-session.ts';
export {
  injectionMark,
  MAX_INJECTION_UNITS,
  renderInjection,
  type InjectionOptions,
} from './render-injection.ts';
export type { HandWrittenLine } from './hand-written.ts';
export { parseState, readHeader, type ParsedFact, type ParsedState } from './parse-state.ts';
export { renderState, type StateHeader } from './render-state.ts';
export type { Evidence, SessionSetting } from './session-event.ts';
export { readForeignText } from './read-foreign-text.ts';
export { lastCompaction, resumedContext } from './resumed-context.ts';
export { activePlan } from './sections/active-plan.ts';
export { currentPhase } from './sections/current-phase.ts';
export { isGrant, lastDecisions, sessionDecisions } from './sections/session-decisions.ts';
export { STATE_VERSION, type SessionState } from './session-state.ts';
export { snapshotSession, type Snapshot, type SnapshotOptions } from './snapshot-session.ts';
export { StateFileError, type StateFileErrorCode } from './state-file-error.ts';
export type { BackupInfo } from './store/backup.ts';
export { listBackups, type BackupFile } from './store/backup-files.ts';
export { leaveForPrompt, takeForPrompt } from './store/pending.ts';
export {
  addPin,
  MAX_PIN_UNITS,
  MAX_PINS,
  readPins,
  removePin,
  withPins,
  type Pin,
} from './store/pins.ts';
export { pruneBackups, type PruneOptions, type PruneResult } from './store/prune-backups.ts';
export { purge, type PurgeTarget } from './store/purge.ts';
export { restoreBackup } from './store/restore-backup.ts';
export {
  appendLedger,
  claimWarning,
  readLedger,
  rearmWarning,
  voidBefore,
  type LedgerEntry,
} from './store/ledger.ts';
export { claimNarrative, leaveNarrative, readNarrative } from './store/narrative-store.ts';
export { withLock } from './store/lock.ts';
export { projectId } from './store/project-id.ts';
export { listStates, type StateFile } from './store/list-states.ts';
export { stateSession } from './store/state-session.ts';
export { isAsSaved } from './store/is-as-saved.ts';
export { findRecentState, loadState, saveState } from './store/state-store.ts';
export { takeNotes } from './store/take-notes.ts';
export { MAX_WARN_LEVELS, pinsFile, statePaths, type StatePaths } from './store/store-paths.ts';
export { writeAtomic } from './store/write-atomic.ts';
export { ageText, clip, neutral, oneLine } from './text.ts';
export { isPinned, PINNED } from './pinned-notes.ts';
