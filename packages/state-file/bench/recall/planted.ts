import type { SectionName } from '../../src/fact.ts';

export const kinds = [
  'prompts',
  'tasks',
  'files',
  'skills',
  'workers',
  'failures',
  'decisions',
  'constraints',
] as const;

export type Kind = (typeof kinds)[number];

/** Where the state file has to tell each kind. */
export const sectionOf: Record<Kind, SectionName> = {
  prompts: 'Recovery Notes',
  tasks: 'TaskList Summary',
  files: 'Editing Files',
  skills: 'Skills Invoked',
  workers: 'Worker Topology',
  failures: 'Failed Attempts',
  decisions: 'Session Decisions',
  constraints: 'Constraints and Blockers',
};

/** Something that happened in a generated session and must stand in its state. */
export type Planted = {
  kind: Kind;
  /** All of these stand in one fact. */
  words: string[];
  /** By a phrase that is set apart: its misses are counted, never shown. */
  isHeldOut: boolean;
};

export type GeneratedSession = {
  name: string;
  lines: string[];
  planted: Planted[];
  lastPrompt: string;
};
