import { claimWarning, readLedger, takeForPrompt } from '@carryover/state-file';
import { isAtThreshold } from '@carryover/transcript';
import type { HookInputOf } from '@carryover/schemas';
import type { Config } from '../config/keys.ts';
import { forModel } from '../config/value-kinds.ts';
import { isVoid, measureContext } from './measure-context.ts';
import { productHook, type HookScene } from './product-hook.ts';
import { transcriptOf } from './session-files.ts';
import { warningText } from './warning-text.ts';

type Input = HookInputOf<'UserPromptSubmit'>;

/** What is known of the context, and what to say of it, if anything. */
type Checked = { reason: string; isSkipped?: true; warning?: string };

export const userPromptSubmit = productHook('UserPromptSubmit', {}, (input, scene) => {
  const { context, home } = scene;
  if (!isTyped(input)) return context.skip('not typed by a person');
  const waiting = takeForPrompt(home, input.session_id);
  const { reason, isSkipped, warning } = checkUsage(input, scene);
  if (waiting !== undefined) context.note(`gave what the summary left out; ${reason}`);
  else if (isSkipped) return context.skip(reason);
  else context.note(reason);
  const said = [waiting, warning].filter((text) => text !== undefined);
  if (said.length === 0) return undefined;
  return { hookSpecificOutput: { additionalContext: said.join('\n\n') } };
});

function checkUsage(input: Input, { home, config }: HookScene): Checked {
  const transcript = transcriptOf(input);
  if ('missing' in transcript) return skipped(transcript.missing);
  const usage = measureContext(transcript.path, {
    window: config.window || undefined,
    atLeast: (model) => Math.min(...levels(config, model)),
  });
  if (!usage.ok) return skipped(`the transcript is unreadable: ${usage.reason}`);
  if (isVoid(usage, readLedger(home, input.session_id)))
    return skipped('usage unknown since the compaction');
  if (usage.percent === null) return { reason: `usage unknown: ${usage.state}` };
  const percent = Math.round(usage.percent);
  const reached = levels(config, usage.model).filter((level) => isAtThreshold(usage, level));
  if (reached.length === 0 || !claimWarning(home, input.session_id, reached.length))
    return { reason: `context at ${percent} %` };
  return { reason: `warned at ${percent} %`, warning: warningText(usage, transcript.path) };
}

function skipped(reason: string): Checked {
  return { reason, isSkipped: true };
}

/** Percentages from which a session is warned, each once per context, the lowest first. */
function levels({ warnThreshold, warnLevels }: Config, model: string | null): number[] {
  const first = forModel(warnThreshold, model);
  return [first, ...warnLevels.filter((level) => level > first).toSorted((a, b) => a - b)];
}

/** Ends of background work and wake-ups are submitted as prompts too. */
function isTyped(input: { prompt?: string; source?: string }): boolean {
  const { prompt, source } = input;
  if (source !== undefined && source !== 'user' && source !== 'sdk') return false;
  return !prompt?.trimStart().startsWith('<task-notification>');
}
