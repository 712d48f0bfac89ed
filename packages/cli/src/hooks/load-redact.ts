import type { HookContext } from '@carryover/hooks-runtime';
import type { Redact } from '@carryover/state-file';
import { loadPart } from './load-part.ts';

const FILE = 'carryover-redact.cjs';

/**
 * Loaded only by what writes a state: it is nearly as much as all hooks. A state that may hold secrets, in a
 * private file, is worth more than none, so without the file the run log says what is missing.
 */
export function loadRedact(context: Pick<HookContext, 'note'>): Redact | undefined {
  const redact = loadPart(FILE)['redactSecrets'];
  if (isRedact(redact)) return redact;
  context.note(`${FILE} is missing: secrets stay in the state; install carryover again`);
  return undefined;
}

function isRedact(value: unknown): value is Redact {
  return typeof value === 'function';
}
