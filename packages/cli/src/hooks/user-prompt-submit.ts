import {
  claimWarning,
  leaveForPrompt,
  readLedger,
  rearmWarning,
  takeForPrompt,
} from '@carryover/state-file';
import { isAtThreshold } from '@carryover/transcript';
import type { HookInputOf } from '@carryover/schemas';
import type { Config } from '../config/keys.ts';
import { forModel } from '../config/value-kinds.ts';
import { giveLateState } from './late-state.ts';
import { loadFacts } from './load-facts.ts';
import { isVoid, measureContext } from './measure-context.ts';
import { lateNarrative } from './narrative.ts';
import { productHook, type HookScene } from './product-hook.ts';
import { projectOf, transcriptOf } from './session-files.ts';

type Input = HookInputOf<'UserPromptSubmit'>;

/** What is known of the context, and what to say of it, if anything. */
type Checked = {
  reason: string;
  isSkipped?: true;
  warning?: string;
  /** The transcript, where nobody has answered since its compaction. */
  compacted?: string;
};

export const userPromptSubmit = productHook('UserPromptSubmit', {}, async (input, scene) => {
  const { context, home } = scene;
  if (!isTyped(input)) return context.skip('not typed by a person');
  const { reason, isSkipped, warning = '', compacted } = checkUsage(input, scene);
  if (compacted !== undefined) {
    const late = await giveLateState(compacted, { ...scene, project: projectOf(input), input });
    // Beside a whole state there is no room for the gaps: they wait for the prompt after this one.
    if (late) return late;
  }
  const gaps = gapsOf(input, scene);
  const narrative = lateNarrative(home, input, context);
  const given = [gaps && 'what the summary left out', narrative && 'the narrative of the state'];
  const gave = given.filter(Boolean).join(', ');
  if (isSkipped && gave === '') return context.skip(reason);
  context.note(gave === '' ? reason : `${reason}; gave ${gave}`);
  const additionalContext = [gaps, narrative, warning].filter(Boolean).join('\n\n');
  return additionalContext === '' ? undefined : { hookSpecificOutput: { additionalContext } };
});

/** Once; empty where none wait. */
function gapsOf({ session_id: session }: Input, { context, home }: HookScene): string {
  const text = takeForPrompt(home, session) ?? '';
  if (text !== '') context.whenLost(() => leaveForPrompt(home, session, text));
  return text;
}

function checkUsage(input: Input, { context, home, config }: HookScene): Checked {
  const transcript = transcriptOf(input);
  if ('missing' in transcript) return skipped(transcript.missing);
  const usage = measureContext(transcript.path, {
    window: config.window || undefined,
    atLeast: (model) => Math.min(...levels(config, model)),
  });
  if (!usage.ok) return skipped(`the transcript is unreadable: ${usage.reason}`);
  if (isVoid(usage, readLedger(home, input.session_id)))
    return { ...skipped('usage unknown since the compaction'), compacted: transcript.path };
  if (usage.state === 'after-compaction')
    return { reason: `usage unknown: ${usage.state}`, compacted: transcript.path };
  if (usage.percent === null) return { reason: `usage unknown: ${usage.state}` };
  const percent = Math.round(usage.percent);
  const reached = levels(config, usage.model).filter((level) => isAtThreshold(usage, level));
  if (reached.length === 0 || !claimWarning(home, input.session_id, reached.length))
    return { reason: `context at ${percent} %` };
  context.whenLost(() => rearmWarning(home, input.session_id));
  return {
    reason: `warned at ${percent} %`,
    warning: loadFacts().warningText(usage, transcript.path),
  };
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
