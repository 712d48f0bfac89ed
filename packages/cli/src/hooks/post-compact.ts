import { leaveForPrompt, statePaths, writeAtomic } from '@carryover/state-file';
import type { SummaryGaps } from '../summary.ts';
import { loadPart } from './load-part.ts';
import { withoutSecrets } from './load-redact.ts';
import { productHook, type HookScene } from './product-hook.ts';
import { ownState, projectOf, recordCompaction, type SessionInput } from './session-files.ts';

/** Below the time that the settings allow it. */
const BUDGET_MS = 20_000;

/**
 * The context was replaced: the next one may be warned of again. The client's summary is kept, and what
 * it does not mention waits for the next prompt: this event has no word with the model.
 */
export const postCompact = productHook(
  'PostCompact',
  { budgetMs: BUDGET_MS },
  async (input, scene) => {
    const { context, home, config } = scene;
    recordCompaction(home, input);
    const { compact_summary: summary } = input;
    if (typeof summary !== 'string' || summary === '') {
      context.note('warning re-armed');
      return undefined;
    }
    const gaps = config.gaps ? leaveGaps(scene, input, summary) : '';
    context.note(`warning re-armed, summary kept${gaps}`);
    const { summary: file } = statePaths(home, projectOf(input), input.session_id);
    writeAtomic(file, await withoutSecrets(summary, context), home);
    return undefined;
  },
);

function leaveGaps({ home }: HookScene, input: SessionInput, summary: string): string {
  const state = ownState(home, input);
  if (!state) return '';
  const summaryGaps = loadPart('carryover-summary.cjs')['summaryGaps'];
  if (!isSummaryGaps(summaryGaps)) return ', gaps unknown: install carryover again';
  const { text, shown, hasMore } = summaryGaps(state, summary);
  leaveForPrompt(home, input.session_id, text);
  return hasMore ? `, more than ${shown} gaps` : `, ${shown} gaps`;
}

function isSummaryGaps(value: unknown): value is SummaryGaps {
  return typeof value === 'function';
}
