import type * as Facts from '../facts.ts';
import { FACTS_FILE, loadPart } from './load-part.ts';

/**
 * What draws facts from a transcript is most of the code, and most prompts need none of it. Throws where
 * the part is missing, so that the run counts as failed.
 */
export function loadFacts(): typeof Facts {
  const part = loadPart(FACTS_FILE);
  if (isFacts(part)) return part;
  throw new Error(`${FACTS_FILE} is missing; install carryover again`);
}

function isFacts(part: Record<string, unknown>): part is typeof Facts {
  return typeof part['snapshotSession'] === 'function' && typeof part['warningText'] === 'function';
}
