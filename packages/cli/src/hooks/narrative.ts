import type { HookContext } from '@carryover/hooks-runtime';
import {
  claimNarrative,
  leaveNarrative,
  readLedger,
  readNarrative,
  type SessionState,
} from '@carryover/state-file';
import { projectOf, type SessionInput } from './session-files.ts';

type Lost = Pick<HookContext, 'whenLost'>;

/**
 * What a model made of this state, if it is there already; with `orEarlier` of one before it. Empty where
 * there is none.
 */
export function narrativeOf(
  home: string,
  state: SessionState,
  context: Lost,
  options: { orEarlier: boolean },
): string {
  const narrative = readNarrative(home, state, options);
  if (narrative !== '') take(home, state.session, context);
  return narrative;
}

/**
 * A narrative that came after its state had been given: once, and only while that state is the newest
 * that the session was given. Empty otherwise.
 */
export function lateNarrative(home: string, input: SessionInput, context: Lost): string {
  const given = readLedger(home, input.session_id).findLast(({ type }) => type === 'delivered');
  if (given?.type !== 'delivered') return '';
  const { of: session, generation } = given;
  const narrative = readNarrative(home, { project: projectOf(input), session, generation });
  return narrative !== '' && take(home, session, context) ? narrative : '';
}

/** True for one of those that ask. What nobody got is given again. */
function take(home: string, session: string, context: Lost): boolean {
  if (!claimNarrative(home, session)) return false;
  context.whenLost(() => leaveNarrative(home, session));
  return true;
}
