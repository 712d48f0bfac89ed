import type { BackupInfo } from './store/backup.ts';
import type { GitView } from './git-view.ts';
import type { Fact, SectionName } from './fact.ts';
import type { HandWrittenLine } from './hand-written.ts';
import type { SessionRecord, SessionSetting } from './session-event.ts';
import { activePlan } from './sections/active-plan.ts';
import { constraints } from './sections/constraints.ts';
import { currentPhase } from './sections/current-phase.ts';
import { editingFiles } from './sections/editing-files.ts';
import { failedAttempts } from './sections/failed-attempts.ts';
import { recoveryNotes } from './sections/recovery-notes.ts';
import { sessionDecisions } from './sections/session-decisions.ts';
import { skillsInvoked } from './sections/skills-invoked.ts';
import { taskList } from './sections/task-list.ts';
import { workerTopology, type AgentFiles } from './sections/worker-topology.ts';

/** Version of the `.json` file's shape. */
export const STATE_VERSION = 1;

/** What a session knew at one moment; the `.json` file is this, the `.md` file is made from it. */
export type SessionState = {
  version: typeof STATE_VERSION;
  session: string;
  project: string;
  /** 1 for the first state of the session, one more for each that replaces it. */
  generation: number;
  /** ISO 8601. */
  createdAt: string;
  transcript: {
    path: string;
    /** Bytes that were read. */
    bytes: number;
    skippedLines: number;
    /** See `markTranscript`. */
    mark?: string | undefined;
  };
  backup?: BackupInfo | undefined;
  setting: SessionSetting;
  sections: Record<SectionName, Fact[]>;
  /** What a person wrote into the Markdown by hand. */
  notes?: HandWrittenLine[] | undefined;
  /** Marks of the lines that we wrote: what else stands in the Markdown is by hand. */
  written?: string[] | undefined;
  /** How many secrets were taken out, by kind. */
  redacted?: Record<string, number> | undefined;
  /** The program whose model wrote this, where it was not drawn from the transcript. */
  takenFrom?: string | undefined;
};

export type StateOrigin = Omit<SessionState, 'version' | 'sections' | 'setting'> & {
  head?: string | undefined;
};

/** What is known besides the events. */
export type Surroundings = { git?: GitView | undefined; agentFiles?: AgentFiles | undefined };

/** The sections that are made of events alone: all but the notes, which tell where everything is. */
type Facts = Omit<SessionState['sections'], 'Recovery Notes'>;

/** The ten sections of a session, from its events alone. */
export function buildState(
  record: SessionRecord,
  origin: StateOrigin & Surroundings,
): SessionState {
  const { git, agentFiles, ...rest } = origin;
  return completeState(record, drawFacts(record, { git, agentFiles }), rest);
}

export function drawFacts(record: SessionRecord, { git, agentFiles }: Surroundings): Facts {
  const { events, asides, setting } = record;
  return {
    'Active Plan': activePlan(events),
    'Current Phase': currentPhase(events, setting),
    'TaskList Summary': taskList(events),
    'Session Decisions': sessionDecisions(events),
    'Constraints and Blockers': constraints(events),
    'Worker Topology': workerTopology(events, agentFiles),
    'Skills Invoked': skillsInvoked(events),
    'Editing Files': editingFiles(events, asides, git),
    'Failed Attempts': failedAttempts(events, asides),
  };
}

/** Adds the notes, once it is known what became of the backup. */
export function completeState(
  { events, setting }: SessionRecord,
  facts: Facts,
  { head, ...state }: StateOrigin,
): SessionState {
  const { path, skippedLines } = state.transcript;
  const context = {
    session: state.session,
    transcript: path,
    backup: state.backup?.path,
    skippedLines,
    setting,
    head,
  };
  const sections = { ...facts, 'Recovery Notes': recoveryNotes(events, context) };
  return { version: STATE_VERSION, ...state, setting, sections };
}
