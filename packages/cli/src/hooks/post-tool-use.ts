import { checkContext } from './check-context.ts';
import { productHook } from './product-hook.ts';
import type { WarningMoment } from './warning-text.ts';

const MOMENT: WarningMoment = {
  when: 'in the middle of this turn',
  request: 'The request of this turn',
};

/**
 * A long turn may fill the context before the next prompt is typed: the same warning, where the person
 * wants it, and never both.
 */
export const postToolUse = productHook('PostToolUse', {}, async (input, scene) => {
  const { context, config } = scene;
  if (!config.warnMidTurn) return context.skip('warnMidTurn is off');
  const { reason, isSkipped, warning = '' } = await checkContext(input, scene, MOMENT);
  if (isSkipped) return context.skip(reason);
  context.note(reason);
  return warning === '' ? undefined : { hookSpecificOutput: { additionalContext: warning } };
});
