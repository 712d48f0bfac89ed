import { dirname } from 'node:path';
import { injectionMark, loadState, resumedContext } from '@carryover/state-file';
import { parentOfFork, type Parent } from './parent-session.ts';
import { give, makeState, type SessionScene } from './session-scene.ts';
import { giveProjectState } from './project-state.ts';

/** A fork goes on in its parent's context: it needs the parent's state where that context lost it. */
export async function onFork(scene: SessionScene) {
  const { config, context } = scene;
  if (config.onFork !== 'inject') return giveProjectState(scene, config.onFork);
  const parent = findParent(scene);
  if (!parent) return context.skip('the session that was forked is not known');
  const held = resumedContext(parent.transcript, injectionMark(parent.session));
  if (held === 'marked') return context.skip('the forked context still holds the state');
  if (held === 'whole') return context.skip('the forked context holds the whole conversation');
  const state =
    (await makeState(scene, parent.transcript, parent.session)) ??
    loadState(scene.home, scene.project, parent.session);
  return state ? give(scene, state) : context.skip('the forked session has no state');
}

function findParent({ input }: SessionScene): Parent | undefined {
  const { transcript_path: path, seconds_since_last_response: secondsSinceReply } = input;
  if (!path || secondsSinceReply === undefined) return undefined;
  const options = { except: input.session_id, secondsSinceReply, now: new Date() };
  return parentOfFork(dirname(path), options);
}
