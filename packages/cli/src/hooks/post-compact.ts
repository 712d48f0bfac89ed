import { defineHook } from '@carryover/hooks-runtime';
import { statePaths, writeAtomic } from '@carryover/state-file';
import { loadRedact } from './load-redact.ts';
import { projectOf, recordCompaction } from './session-files.ts';

/** Below the time that the settings allow it. */
const BUDGET_MS = 20_000;

/** The context was replaced: the next one may be warned of again. The client's summary is kept. */
export const postCompact = defineHook(
  'PostCompact',
  { budgetMs: BUDGET_MS },
  async (input, context) => {
    if (input.agent_id) return context.skip('a sub-agent compacted');
    const { home } = context;
    if (!home) return context.skip('no home folder');
    recordCompaction(home, input);
    if (typeof input.compact_summary === 'string' && input.compact_summary !== '') {
      const { summary } = statePaths(home, projectOf(input), input.session_id);
      context.note('warning re-armed, summary kept');
      const redacted = await loadRedact(context)?.([input.compact_summary]);
      writeAtomic(summary, redacted?.texts[0] ?? input.compact_summary, home);
    } else context.note('warning re-armed');
    return undefined;
  },
);
