import { lastCompaction, readLedger } from '@carryover/state-file';
import type { SessionScene } from './session-scene.ts';
import { afterCompaction } from './session-start.ts';

/** A delivery this near to a compaction, before or after, belongs to it: clients write the two in either order. */
const SAME_MS = 60_000;

/**
 * Gives the state to a prompt whose context was compacted and did not get it: clients have dropped
 * SessionStart(compact), and its answer (anthropics/claude-code#15096, #28305).
 */
export async function giveLateState(transcript: string, scene: SessionScene) {
  const compacted = lastCompaction(transcript);
  if (compacted === undefined) return undefined;
  const given = readLedger(scene.home, scene.input.session_id).findLast(
    ({ type }) => type === 'delivered',
  );
  if (given && Date.parse(given.at) > Date.parse(compacted) - SAME_MS) return undefined;
  return afterCompaction(scene);
}
