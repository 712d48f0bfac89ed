import type { HookContext } from '@carryover/hooks-runtime';
import {
  claimNarrative,
  hasUngiven,
  leaveNarrative,
  loadNarrative,
  readLedger,
  renderNarrative,
  statePaths,
  type Narrative,
  type SessionState,
} from '@carryover/state-file';
import { projectOf, type SessionInput } from './session-files.ts';

/** UTF-16 units that a narrative takes, beside a state or alone. */
const ROOM = 3_000;

type Lost = Pick<HookContext, 'whenLost'>;

/** What a model made of this state, if it is there already. Empty where it is not. */
export function narrativeOf(home: string, state: SessionState, context: Lost): string {
  const { project, session, generation } = state;
  const narrative = loadNarrative(home, project, session);
  if (narrative?.generation !== generation) return '';
  if (claimNarrative(home, session)) context.whenLost(() => leaveNarrative(home, session));
  return render(home, narrative);
}

/**
 * A narrative that came after its state had been given: once, and only while that state is the newest
 * that the session was given. Empty otherwise.
 */
export function lateNarrative(home: string, input: SessionInput, context: Lost): string {
  const given = readLedger(home, input.session_id).findLast(({ type }) => type === 'delivered');
  if (given?.type !== 'delivered' || !hasUngiven(home, given.of)) return '';
  const narrative = loadNarrative(home, projectOf(input), given.of);
  if (narrative?.generation !== given.generation || !claimNarrative(home, given.of)) return '';
  context.whenLost(() => leaveNarrative(home, given.of));
  return render(home, narrative);
}

function render(home: string, narrative: Narrative): string {
  const path = statePaths(home, narrative.project, narrative.session).narrativeMarkdown;
  return renderNarrative(narrative, { path, room: ROOM });
}
