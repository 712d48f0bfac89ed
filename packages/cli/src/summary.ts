import type { SessionState } from '@carryover/state-file';
import { findGaps } from './gaps/find-gaps.ts';
import { gapText, type GapText } from './gaps/gap-text.ts';
import { summaryInstructions as instructionsOf } from './gaps/summary-instructions.ts';

/** What the next prompt is told of the gaps of a summary. */
export type SummaryGaps = (state: SessionState, summary: string) => GapText;

export const summaryGaps: SummaryGaps = (state, summary) => gapText(findGaps(state, summary));

/** What the client's summariser is told; empty where there is nothing to tell. */
export type SummaryInstructions = (state: SessionState) => string;

export const summaryInstructions: SummaryInstructions = instructionsOf;
