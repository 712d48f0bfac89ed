import { defineHook } from '@carryover/hooks-runtime';
import { statePaths, writeAtomic } from '@carryover/state-file';
import { projectOf, recordCompaction } from './session-files.ts';

/** The context was replaced: the next one may be warned of again. The client's summary is kept. */
export const postCompact = defineHook('PostCompact', {}, (input, context) => {
  if (input.agent_id) return context.skip('a sub-agent compacted');
  const { home } = context;
  if (!home) return context.skip('no home folder');
  recordCompaction(home, input);
  if (typeof input.compact_summary === 'string' && input.compact_summary !== '') {
    const { summary } = statePaths(home, projectOf(input), input.session_id);
    writeAtomic(summary, input.compact_summary, home);
    context.note('warning re-armed, summary kept');
  } else context.note('warning re-armed');
  return undefined;
});
