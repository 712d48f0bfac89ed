import { lastCompaction, readLedger, voidBefore, type LedgerEntry } from '@carryover/state-file';
import type { SessionScene } from './session-scene.ts';
import { afterCompaction } from './session-start.ts';

type Compaction = NonNullable<ReturnType<typeof lastCompaction>>;

/** A delivery this near to a compaction, before or after, belongs to it: clients write the two in either order. */
const SAME_MS = 60_000;

/**
 * Gives the state to a prompt whose context was compacted and did not get it: clients have dropped
 * SessionStart(compact), and its answer (anthropics/claude-code#15096, #28305).
 */
export async function giveLateState(transcript: string, scene: SessionScene) {
  const compacted = lastCompaction(transcript);
  if (compacted === undefined) return undefined;
  const ledger = readLedger(scene.home, scene.input.session_id);
  return wasGiven(ledger, compacted) ? undefined : afterCompaction(scene);
}

function wasGiven(ledger: LedgerEntry[], { at, offset }: Compaction): boolean {
  const index = ledger.findLastIndex(({ type }) => type === 'delivered');
  const given = ledger[index];
  if (given === undefined) return false;
  // A clock that was set back must not make it come with every prompt.
  return (
    Date.parse(given.at) > Date.parse(at) - SAME_MS || voidBefore(ledger.slice(0, index)) > offset
  );
}
