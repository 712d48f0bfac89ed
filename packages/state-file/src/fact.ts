import type { Aside, Evidence } from './session-event.ts';

/** The ten sections in their order, by the heading each has in the state file. */
export const SECTIONS = [
  'Active Plan',
  'Current Phase',
  'TaskList Summary',
  'Session Decisions',
  'Constraints and Blockers',
  'Worker Topology',
  'Skills Invoked',
  'Editing Files',
  'Failed Attempts',
  'Recovery Notes',
] as const;

export type SectionName = (typeof SECTIONS)[number];

/** One thing that the session knows, in words, with the line of the transcript that says so. */
export type Fact = {
  text: string;
  /** Longer words that belong to it: a plan's steps, a request as it was typed. */
  body?: string | undefined;
  /** Absent for what is known from elsewhere, such as the paths of files. */
  at?: Evidence | undefined;
  /** The transcript that the evidence stands in, where that is a sub-agent's own. */
  aside?: Aside | undefined;
  /** Pinned by command, not by a line of the transcript. */
  pin?: true | undefined;
};
