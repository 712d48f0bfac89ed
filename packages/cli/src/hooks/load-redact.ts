import { dirname, join } from 'node:path';
import type { HookContext } from '@carryover/hooks-runtime';
import { isRecord } from '../is-record.ts';
import type { Redact } from '@carryover/state-file';

/** The built rules that find secrets, in a file beside the hooks. */
export const REDACT_FILE = 'carryover-redact.cjs';

/**
 * Loaded only by what writes a state: it is six times the hooks. A state that may hold secrets, in a
 * private file, is worth more than none, so without the file the run log says what is missing.
 */
export function loadRedact(context: Pick<HookContext, 'note'>): Redact | undefined {
  try {
    const file = join(dirname(process.argv[1] ?? ''), REDACT_FILE);
    const { createRequire } = process.getBuiltinModule('node:module');
    const loaded: unknown = createRequire(file)(file);
    if (isRecord(loaded) && isRedact(loaded['redactSecrets'])) return loaded['redactSecrets'];
  } catch {
    // Told below.
  }
  context.note(`${REDACT_FILE} is missing: secrets stay in the state; install carryover again`);
  return undefined;
}

function isRedact(value: unknown): value is Redact {
  return typeof value === 'function';
}
