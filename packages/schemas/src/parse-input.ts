import * as z from 'zod/mini';
import { checkedPart } from './checked-part.ts';
import { hookEvents } from './events/registry.ts';
import type { HookEventName, HookInputOf } from './hook-types.ts';
import { describe, type HookIssue, issueAt, messageOf, toIssues } from './issues.ts';
import { readJson } from './read-json.ts';
import { UnknownHookInput } from './unknown-input.ts';

export type ParsedHookInput =
  | { [Event in HookEventName]: KnownHookInput<Event> }[HookEventName]
  /** An event of a newer client: its name, whatever it carries, and the fields every event has. */
  | { ok: true; known: false; event: string; input: UnknownHookInput; issues: HookIssue[] }
  | { ok: false; error: HookInputError };

export type KnownHookInput<Event extends HookEventName> = {
  ok: true;
  known: true;
  event: Event;
  /** The value as it came, nothing added or removed. */
  input: HookInputOf<Event>;
  /** What is missing or not of the documented type. The input is usable all the same. */
  issues: HookIssue[];
};

export type HookInputError = {
  code: 'not_json' | 'not_object' | 'no_event' | 'invalid';
  message: string;
  issues: HookIssue[];
};

/**
 * Reads what a hook receives: the text or bytes of stdin, or an object that is parsed already. Never
 * throws. Only the event's name and the session's id are required; all else that is missing or odd is
 * listed in `issues`, beside the whole value.
 */
export function parseHookInput(raw: unknown): ParsedHookInput {
  const json = readJson(raw);
  if (!json.ok) return fail(json.code, json.issue);
  try {
    return parseValue(json.value, json.leftOut);
  } catch (error) {
    // Only an object that is not from JSON gets here: a proxy, or an accessor that throws.
    return fail('invalid', issueAt([], 'a readable object', `an error: ${messageOf(error)}`));
  }
}

function parseValue(value: unknown, leftOut: HookIssue[]): ParsedHookInput {
  if (!isObject(value)) return fail('not_object', issueAt([], 'an object', describe(value)));
  const { hook_event_name: event, session_id: sessionId } = value;
  if (typeof event !== 'string' || event === '')
    return fail('no_event', issueAt(['hook_event_name'], 'the name of an event', describe(event)));
  if (typeof sessionId !== 'string' || sessionId === '')
    return fail('invalid', issueAt(['session_id'], 'the id of a session', describe(sessionId)));

  const known = isHookEventName(event);
  const schema = known ? hookEvents[event].input : UnknownHookInput;
  const result = schema.safeParse(checkedPart(schema, value));
  const odd = result.success ? [] : toIssues(result.error.issues, value);
  const isLeftOut = ({ path }: HookIssue): boolean =>
    leftOut.some((left) => left.path[0] === path[0]);
  const issues = [...leftOut, ...odd.filter((issue) => !isLeftOut(issue))].map((issue) =>
    isNullable(schema, issue)
      ? issueAt(issue.path, `${issue.expected} or null`, issue.received)
      : issue,
  );
  // The schemas change nothing, so that the value itself is their output: no copy, no lost key.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript cannot tie the event's name to its schema
  return { ok: true, known, event, input: value, issues } as ParsedHookInput;
}

/** Zod's issue about such a field is that of the type inside. */
function isNullable({ def }: z.ZodMiniObject, { path: [field, ...rest] }: HookIssue): boolean {
  return rest.length === 0 && def.shape[field ?? ''] instanceof z.ZodMiniNullable;
}

/** Whether this package knows the event. */
export const isHookEventName = (name: string): name is HookEventName =>
  Object.hasOwn(hookEvents, name);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fail = (code: HookInputError['code'], issue: HookIssue): ParsedHookInput => ({
  ok: false,
  error: { code, message: `Not a hook input: ${issue.message}`, issues: [issue] },
});
