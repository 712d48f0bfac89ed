import type { SessionState } from '@carryover/state-file';
import { findGaps } from './gaps/find-gaps.ts';
import { gapText } from './gaps/gap-text.ts';
import { summaryInstructions as instructionsOf } from './gaps/summary-instructions.ts';

/** How many gaps a summary has, and what the next prompt is told of them. */
export type SummaryGaps = (state: SessionState, summary: string) => { count: number; text: string };

export const summaryGaps: SummaryGaps = (state, summary) => {
  const gaps = findGaps(state, summary);
  return { count: gaps.length, text: gapText(gaps) };
};

/** What the client's summariser is told; empty where there is nothing to tell. */
export type SummaryInstructions = (state: SessionState) => string;

export const summaryInstructions: SummaryInstructions = instructionsOf;
