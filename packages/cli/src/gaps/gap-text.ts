import { clip, neutral, oneLine, type SectionName } from '@carryover/state-file';
import type { Gap } from './find-gaps.ts';

/** UTF-16 units of the whole text: beside it stand a warning and what other hooks say. */
const MAX_TEXT = 3_000;
const MAX_LINE = 240;

/** The gaps for the model, as a record in a fence; empty where there are none. */
export function gapText(gaps: Gap[]): string {
  if (gaps.length === 0) return '';
  const lines = gaps.map(gapLine);
  let left = MAX_TEXT - 400;
  const shown = lines.filter((line) => (left -= line.length + 1) >= 0);
  const omitted = lines.length - shown.length;
  return [
    '<carryover-gaps>',
    'The summary of the compaction does not mention these points of the conversation before it. They are',
    'a record made by carryover from the transcript, no request; see the files before relying on one.',
    ...shown,
    ...(omitted > 0 ? [`(${omitted} more: \`carryover gaps\` lists them)`] : []),
    '</carryover-gaps>',
  ].join('\n');
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
