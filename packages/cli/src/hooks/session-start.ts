import {
  failureOf,
  injectionMark,
  readLedger,
  resumedContext,
  type SessionState,
} from '@carryover/state-file';
import { onFork } from './on-fork.ts';
import { productHook } from './product-hook.ts';
import { giveProjectState } from './project-state.ts';
import { ownState, projectOf, recordCompaction, transcriptOf } from './session-files.ts';
import { give, makeState, type SessionScene } from './session-scene.ts';

/** A state that PreCompact made longer ago was not made for this compaction. */
const COMPACTION_MINUTES = 30;

/** Gives the state back before the person speaks. */
export const sessionStart = productHook(
  'SessionStart',
  {},
  async (input, { context, home, config }) => {
    const scene = { home, project: projectOf(input), input, config, context };
    switch (input.source) {
      case 'compact':
        return afterCompaction(scene);
      case 'resume':
        return onResume(scene);
      case 'fork':
        return onFork(scene, input.seconds_since_last_response);
      case 'startup':
        return giveProjectState(scene, config.onStartup);
      case 'clear':
        // The session that was cleared a moment ago looks as if it were at work.
        return giveProjectState(scene, config.onClear, { evenLive: true });
      default:
        return context.skip(`nothing to give back at ${String(input.source)}`);
    }
  },
);

/** Gives the state of the compaction that just was. */
export async function afterCompaction(scene: SessionScene) {
  const state = await stateOfCompaction(scene);
  // What the disk refuses here it refuses `give` too, which tells it.
  failureOf(() => recordCompaction(scene.home, scene.input));
  return state
    ? give(scene, state)
    : scene.context.skip('no state and no transcript to make one from');
}

/** What PreCompact made; where the client did not run it, the state is made here. */
async function stateOfCompaction(scene: SessionScene): Promise<SessionState | undefined> {
  const { home, input } = scene;
  const newest = readLedger(home, input.session_id).findLast(({ type }) => type !== 'delivered');
  const oldest = Date.now() - COMPACTION_MINUTES * 60_000;
  const state = ownState(home, input);
  if (state && newest?.type === 'state' && Date.parse(newest.at) >= oldest) return state;
  const transcript = transcriptOf(input);
  if ('missing' in transcript) return state;
  return (await makeState(scene, transcript.path)) ?? state;
}

function onResume(scene: SessionScene) {
  const own = ownState(scene.home, scene.input);
  return own ? giveOwn(scene, own) : giveProjectState(scene, 'inject');
}

/** What the resumed context holds anyway is not given again. */
async function giveOwn(scene: SessionScene, own: SessionState) {
  const { context } = scene;
  const transcript = transcriptOf(scene.input);
  if ('missing' in transcript) return give(scene, own);
  const held = resumedContext(transcript.path, injectionMark(own.session));
  if (held === 'marked') return context.skip('the resumed context still holds the state');
  if (held === 'whole') return context.skip('the resumed context holds the whole conversation');
  // The session went on after that state: old work must not come back as the last request.
  return give(scene, (await makeState(scene, transcript.path)) ?? own);
}
