import type { HookEventName, HookInputOf } from '@carryover/schemas';
import { stripBom } from './read-stdin.ts';
import { isRecord } from './unknown.ts';

export type Envelope<E extends HookEventName> =
  | { ok: true; input: HookInputOf<E> }
  | { ok: false; reason: string; session?: string };

/**
 * Checks by hand what every payload must have: an object with a session id, of the event that this
 * process was started for. Loads no schema: this runs before each prompt of a person.
 */
export function readEnvelope<E extends HookEventName>(text: string, event: E): Envelope<E> {
  const body = stripBom(text).trim();
  if (body === '') return { ok: false, reason: 'stdin was empty' };
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return { ok: false, reason: 'stdin was not JSON' };
  }
  if (!isRecord(value)) return { ok: false, reason: `stdin was ${describe(value)}, not an object` };
  const session = value['session_id'];
  if (typeof session !== 'string' || session === '') {
    return { ok: false, reason: 'the payload has no session_id' };
  }
  if (!isPayloadOf(value, event)) {
    return { ok: false, session, reason: `the payload is not one of ${event}` };
  }
  return { ok: true, input: value };
}

/** Clients have always named the event; who starts a hook by hand may leave it out. */
function isPayloadOf<E extends HookEventName>(value: object, event: E): value is HookInputOf<E> {
  return !('hook_event_name' in value) || value.hook_event_name === event;
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}
