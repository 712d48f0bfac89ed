import { defineHook, type HookContext } from '@carryover/hooks-runtime';
import type { HookInputOf } from '@carryover/schemas';
import { claimWarning, readLedger, rearmWarning, voidBefore } from '@carryover/state-file';
import { isAtThreshold, type ContextUsage } from '@carryover/transcript';
import { giveLateState } from './late-state.ts';
import { measureContext } from './measure-context.ts';
import { lateNarrative } from './narrative.ts';
import { transcriptOf } from './session-files.ts';
import { warningText } from './warning-text.ts';

/** Percent of the window from which a session is warned, once per context. */
const WARN_THRESHOLD = 60;

export const userPromptSubmit = defineHook('UserPromptSubmit', {}, async (input, context) => {
  if (input.agent_id) return context.skip('a sub-agent');
  if (!isTyped(input)) return context.skip('not typed by a person');
  const { home } = context;
  if (!home) return context.skip('no home folder');
  const warning = warningOf(input, home, context);
  if (warning.compacted !== undefined) {
    const late = await giveLateState(warning.compacted, input, home, context);
    if (late) return late;
  }
  const narrative = lateNarrative(home, input, context);
  if ('skipped' in warning && narrative === '') return context.skip(warning.skipped);
  const { text = '', note = '' } = 'skipped' in warning ? { note: warning.skipped } : warning;
  context.note(narrative === '' ? note : `${note}; gave the narrative of the state`);
  const additionalContext = [narrative, text].filter(Boolean).join('\n\n');
  return additionalContext === '' ? undefined : { hookSpecificOutput: { additionalContext } };
});

type Input = HookInputOf<'UserPromptSubmit'>;

/** `compacted`: the transcript, where nobody has answered since its compaction. */
type Warning = { compacted?: string } & ({ skipped: string } | { text?: string; note: string });

/** Once per context, from the threshold on. */
function warningOf(input: Input, home: string, context: HookContext): Warning {
  const transcript = transcriptOf(input);
  if ('missing' in transcript) return { skipped: transcript.missing };
  const usage = measureContext(transcript.path, { atLeast: WARN_THRESHOLD });
  if (!usage.ok) return { skipped: `the transcript is unreadable: ${usage.reason}` };
  if (isVoid(usage, home, input.session_id))
    return { skipped: 'usage unknown since the compaction', compacted: transcript.path };
  if (usage.state === 'after-compaction')
    return { note: `usage unknown: ${usage.state}`, compacted: transcript.path };
  if (usage.percent === null) return { note: `usage unknown: ${usage.state}` };
  const percent = Math.round(usage.percent);
  if (!isAtThreshold(usage, WARN_THRESHOLD) || !claimWarning(home, input.session_id))
    return { note: `context at ${percent} %` };
  context.whenLost(() => rearmWarning(home, input.session_id));
  return { text: warningText(usage, transcript.path), note: `warned at ${percent} %` };
}

/** Ends of background work and wake-ups are submitted as prompts too. */
function isTyped(input: { prompt?: string; source?: string }): boolean {
  const { prompt, source } = input;
  if (source !== undefined && source !== 'user' && source !== 'sdk') return false;
  return !prompt?.trimStart().startsWith('<task-notification>');
}

/** The boundary may not be on disk yet when the next prompt comes; the ledger knows of it. */
function isVoid(usage: ContextUsage, home: string, session: string): boolean {
  return usage.offset !== null && usage.offset < voidBefore(readLedger(home, session));
}
