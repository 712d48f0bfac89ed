import { defineHook } from '@carryover/hooks-runtime';
import { claimWarning, readLedger } from '@carryover/state-file';
import { isAtThreshold } from '@carryover/transcript';
import { WARN_THRESHOLD } from '../warn-threshold.ts';
import { isVoid, measureContext } from './measure-context.ts';
import { transcriptOf } from './session-files.ts';
import { warningText } from './warning-text.ts';

export const userPromptSubmit = defineHook('UserPromptSubmit', {}, (input, context) => {
  if (input.agent_id) return context.skip('a sub-agent');
  if (!isTyped(input)) return context.skip('not typed by a person');
  const { home } = context;
  if (!home) return context.skip('no home folder');
  const transcript = transcriptOf(input);
  if ('missing' in transcript) return context.skip(transcript.missing);
  const usage = measureContext(transcript.path, { atLeast: WARN_THRESHOLD });
  if (!usage.ok) return context.skip(`the transcript is unreadable: ${usage.reason}`);
  if (isVoid(usage, readLedger(home, input.session_id)))
    return context.skip('usage unknown since the compaction');
  context.note(
    usage.percent === null
      ? `usage unknown: ${usage.state}`
      : `context at ${Math.round(usage.percent)} %`,
  );
  if (!isAtThreshold(usage, WARN_THRESHOLD) || !claimWarning(home, input.session_id))
    return undefined;
  context.note(`warned at ${Math.round(usage.percent ?? 0)} %`);
  return { hookSpecificOutput: { additionalContext: warningText(usage, transcript.path) } };
});

/** Ends of background work and wake-ups are submitted as prompts too. */
function isTyped(input: { prompt?: string; source?: string }): boolean {
  const { prompt, source } = input;
  if (source !== undefined && source !== 'user' && source !== 'sdk') return false;
  return !prompt?.trimStart().startsWith('<task-notification>');
}
