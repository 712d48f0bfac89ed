import type { HookEventName, HookInputOf } from '@carryover/schemas';
import { stripBom } from './read-stdin.ts';
import { isRecord } from './unknown.ts';

export type Payload = Record<string, unknown> & { session_id: string };

export type Envelope =
  /** `event` is `undefined` where the payload does not name one. */
  { ok: true; payload: Payload; event: string | undefined } | { ok: false; reason: string };

/**
 * Checks by hand what every payload must have: an object with a session id. Loads no schema: this
 * runs before each prompt of a person.
 */
export function readEnvelope(text: string): Envelope {
  const body = stripBom(text).trim();
  if (body === '') return { ok: false, reason: 'stdin was empty' };
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return { ok: false, reason: 'stdin was not JSON' };
  }
  if (!isRecord(value)) return { ok: false, reason: `stdin was ${describe(value)}, not an object` };
  if (!hasSession(value)) return { ok: false, reason: 'the payload has no session_id' };
  const event = value['hook_event_name'];
  return { ok: true, payload: value, event: typeof event === 'string' ? event : undefined };
}

/** Clients have always named the event; who starts a hook by hand may leave it out. */
export function isPayloadOf<E extends HookEventName>(
  value: object,
  event: E,
): value is HookInputOf<E> {
  return !('hook_event_name' in value) || value.hook_event_name === event;
}

function hasSession(value: Record<string, unknown>): value is Payload {
  return typeof value['session_id'] === 'string' && value['session_id'] !== '';
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}
