import { leaveForPrompt, takeForPrompt } from '@carryover/state-file';
import type { HookInputOf } from '@carryover/schemas';
import { checkContext } from './check-context.ts';
import { giveLateState } from './late-state.ts';
import { lateNarrative } from './narrative.ts';
import { productHook, type HookScene } from './product-hook.ts';
import { projectOf } from './session-files.ts';
import type { WarningMoment } from './warning-text.ts';

type Input = HookInputOf<'UserPromptSubmit'>;

/** The prompt itself is not in the transcript yet. */
const MOMENT: WarningMoment = {
  when: 'before this prompt',
  request: 'The request before this one',
};

export const userPromptSubmit = productHook('UserPromptSubmit', {}, async (input, scene) => {
  const { context, home } = scene;
  if (!isTyped(input)) return context.skip('not typed by a person');
  const { reason, isSkipped, warning = '', compacted } = await checkContext(input, scene, MOMENT);
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

/** Ends of background work and wake-ups are submitted as prompts too. */
function isTyped(input: { prompt?: string; source?: string }): boolean {
  const { prompt, source } = input;
  if (source !== undefined && source !== 'user' && source !== 'sdk') return false;
  return !prompt?.trimStart().startsWith('<task-notification>');
}
