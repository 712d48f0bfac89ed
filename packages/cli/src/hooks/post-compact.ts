import { leaveForPrompt, loadState, statePaths, writeAtomic } from '@carryover/state-file';
import type { SummaryGaps } from '../summary.ts';
import { loadPart } from './load-part.ts';
import { productHook, type HookScene } from './product-hook.ts';
import { projectOf, recordCompaction } from './session-files.ts';

/**
 * The context was replaced: the next one may be warned of again. The client's summary is kept, and what
 * it does not mention waits for the next prompt: this event has no word with the model.
 */
export const postCompact = productHook('PostCompact', {}, (input, scene) => {
  const { context, home } = scene;
  recordCompaction(home, input);
  const { session_id: session, compact_summary: summary } = input;
  if (typeof summary !== 'string' || summary === '') {
    context.note('warning re-armed');
    return undefined;
  }
  const project = projectOf(input);
  writeAtomic(statePaths(home, project, session).summary, summary, home);
  const gaps = scene.config.gaps ? leaveGaps(scene, { project, session, summary }) : '';
  context.note(`warning re-armed, summary kept${gaps}`);
  return undefined;
});

function leaveGaps(
  { home }: HookScene,
  { project, session, summary }: { project: string; session: string; summary: string },
): string {
  const state = loadState(home, project, session);
  if (!state) return '';
  const summaryGaps = loadPart('carryover-summary.cjs', 'summaryGaps');
  if (!isSummaryGaps(summaryGaps)) return ', gaps unknown: install carryover again';
  const { count, text } = summaryGaps(state, summary);
  leaveForPrompt(home, session, text);
  return `, ${count} gaps`;
}

function isSummaryGaps(value: unknown): value is SummaryGaps {
  return typeof value === 'function';
}
