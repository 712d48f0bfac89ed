import {
  ageText,
  findRecentState,
  injectionMark,
  readLedger,
  resumedContext,
  statePaths,
  type SessionState,
} from '@carryover/state-file';
import type { Config } from '../config/keys.ts';
import { transcriptOf } from './session-files.ts';
import { give, type SessionScene } from './session-scene.ts';

/**
 * What a session that knows nothing of the project's last one gets of its state. A session that was left a
 * moment ago looks as if it were at work: its state is offered, but not given unasked.
 */
export function giveProjectState(
  scene: SessionScene,
  how: Config['onStartup'],
  { evenLive = how === 'offer' } = {},
) {
  const { home, project, input, config, context } = scene;
  if (how === 'off') return context.skip(`nothing to give back at ${String(input.source)}`);
  const { resumeMaxAgeHours: maxAgeHours } = config;
  const options = { except: input.session_id, maxAgeHours, now: new Date(), evenLive };
  const state = findRecentState(home, project, options);
  if (!state)
    return context.skip(`no state within ${maxAgeHours} h of another session that is not at work`);
  if (how === 'offer') return offer(scene, state);
  return holds(scene, state)
    ? context.skip('the context still holds the state')
    : give(scene, state);
}

/** Before its first prompt a session has no transcript, and may start twice: then the ledger decides. */
function holds({ home, input }: SessionScene, { session, generation }: SessionState): boolean {
  const transcript = transcriptOf(input);
  if ('path' in transcript)
    return resumedContext(transcript.path, injectionMark(session)) === 'marked';
  return readLedger(home, input.session_id).some(
    (entry) =>
      entry.type === 'delivered' && entry.of === session && entry.generation === generation,
  );
}

/** One line for the person, one for the model, which must not begin old work by itself. */
function offer({ home, context }: SessionScene, state: SessionState) {
  const { session, project } = state;
  const age = ageText(state.createdAt, new Date());
  const path = statePaths(home, project, session).markdown;
  context.note(`offered state ${state.generation} of session ${session}`);
  return {
    systemMessage: `carryover: this project's state of ${age} is kept; see it with: carryover show ${session.slice(0, 8)}`,
    hookSpecificOutput: {
      additionalContext: `carryover: a record of this project's last session, made ${age}, is in ${path}. Read it only if the person asks to go on with that work.`,
    },
  };
}
