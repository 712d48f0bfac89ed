import {
  claimNarrative,
  hasUngiven,
  loadNarrative,
  readLedger,
  renderNarrative,
  statePaths,
  type SessionState,
} from '@carryover/state-file';
import { projectOf, type SessionInput } from './session-files.ts';

/** UTF-16 units that a narrative takes beside a state, and alone. */
const ROOM = 3_000;

/** What a model made of this state, if it is there already. Empty where it is not. */
export function narrativeOf(home: string, state: SessionState): string {
  const { project, session, generation } = state;
  const narrative = loadNarrative(home, project, session);
  if (narrative?.generation !== generation) return '';
  claimNarrative(home, session);
  return render(home, project, narrative);
}

/**
 * A narrative that came after its state had been given: once, and only while that state is the newest
 * that the context holds. Empty otherwise.
 */
export function lateNarrative(home: string, input: SessionInput): string {
  const session = input.session_id;
  if (!hasUngiven(home, session)) return '';
  const project = projectOf(input);
  const given = readLedger(home, session).findLast(({ type }) => type === 'delivered');
  const narrative = loadNarrative(home, project, session);
  if (given?.type !== 'delivered' || given.of !== session) return '';
  if (narrative?.generation !== given.generation || !claimNarrative(home, session)) return '';
  return render(home, project, narrative);
}

function render(
  home: string,
  project: string,
  narrative: Parameters<typeof renderNarrative>[0],
): string {
  const path = statePaths(home, project, narrative.session).narrativeMarkdown;
  return renderNarrative(narrative, { path, room: ROOM });
}
