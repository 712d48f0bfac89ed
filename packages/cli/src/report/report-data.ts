import type { SectionName } from '@carryover/state-file';

/** All that the page shows, and what `--json` prints. Times are ISO 8601, sizes in tokens unless said. */
export type ReportData = {
  madeAt: string;
  session: {
    id: string;
    title: string | null;
    folder: string | null;
    branch: string | null;
    clientVersion: string | null;
    models: string[];
    startedAt: string | null;
    endedAt: string | null;
    prompts: number;
  };
  context: {
    window: number;
    /** Percent of the window from which carryover warns. */
    threshold: number;
    /** Of the main line, reply by reply, thinned to 200. */
    points: { at: string; tokens: number }[];
  };
  /** Warnings that stand in the transcript: the model has read them. */
  warnings: { at: string; percent: number }[];
  compactions: CompactionReport[];
  hooks: HookTimes[];
  failures: { at: string; event: string; reason: string }[];
  /** What is missing, and why. */
  notes: string[];
};

export type CompactionReport = {
  at: string;
  trigger: string;
  /** Tokens in the context before and at the next reply; `null` while nobody has answered. */
  before: number | null;
  after: number | null;
  /** Length of the client's summary in characters, `null` where the transcript has none. */
  summaryLength: number | null;
  sections: { name: SectionName; facts: number }[];
  lost: LostFact[];
  /** What carryover gave to the context that followed: characters and generation of the state. */
  given: { length: number; generation: number } | null;
};

/** A fact that was known before a compaction and that its summary does not mention. */
export type LostFact = { section: SectionName; text: string; isGivenBack: boolean };

export type HookTimes = {
  event: string;
  runs: number;
  skipped: number;
  failed: number;
  /** Whole processes, in ms. */
  median: number;
  slowest: number;
};
