import type { HookContext } from '@carryover/hooks-runtime';
import { mayHoldSecret, type Redact } from '@carryover/state-file';
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

/** The text without secrets. The rules are loaded only where there may be some. */
export async function withoutSecrets(
  text: string,
  context: Pick<HookContext, 'note'>,
): Promise<string> {
  if (!mayHoldSecret(text)) return text;
  const redacted = await loadRedact(context)?.([text]);
  return redacted?.texts[0] ?? text;
}

function isRedact(value: unknown): value is Redact {
  return typeof value === 'function';
}
