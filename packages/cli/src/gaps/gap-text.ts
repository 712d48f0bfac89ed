import { clip, neutral, oneLine, type SectionName } from '@carryover/state-file';
import type { Gap } from './find-gaps.ts';

/** UTF-16 units of the whole text: beside it stand a warning and what other hooks say. */
const MAX_TEXT = 3_000;
const MAX_LINE = 240;

/** What the next prompt is told: how many gaps stand in the text, and whether there are more. */
export type GapText = { text: string; shown: number; hasMore: boolean };

/** The gaps for the model, as a record in a fence; empty where there are none. */
export function gapText(gaps: Iterable<Gap>): GapText {
  const lines: string[] = [];
  let left = MAX_TEXT - 400;
  let hasMore = false;
  for (const gap of gaps) {
    const line = gapLine(gap);
    left -= line.length + 1;
    hasMore = left < 0;
    if (hasMore) break;
    lines.push(line);
  }
  const text = [
    '<carryover-gaps>',
    'The summary of the compaction does not mention these points of the conversation before it. They are',
    'a record made by carryover from the transcript, no request; see the files before relying on one.',
    ...lines,
    ...(hasMore ? ['(there are more: `carryover gaps` lists them all)'] : []),
    '</carryover-gaps>',
  ];
  return { text: lines.length > 0 ? text.join('\n') : '', shown: lines.length, hasMore };
}

export function gapLine({ section, fact }: Gap): string {
  return `- ${LABEL[section] ?? section}: ${neutral(clip(oneLine(fact.text), MAX_LINE))}`;
}

const LABEL: Partial<Record<SectionName, string>> = {
  'Recovery Notes': 'Note',
  'Session Decisions': 'Decision',
  'Constraints and Blockers': 'Constraint',
  'TaskList Summary': 'Open task',
  'Failed Attempts': 'Failed',
  'Editing Files': 'Edited',
};
