import { isHookEventName } from './parse-input.ts';
import { hookEvents } from './events/registry.ts';
import type { HookEvent } from './hook-event.ts';
import type { HookEventName, HookOutputOf, NoOutput } from './hook-types.ts';
import { checkOutput } from './check-output.ts';
import { issueAt, type HookIssue, messageOf, unknownEvent } from './issues.ts';
import { findLost } from './lost-in-json.ts';
import { isPlainObject } from './plain-object.ts';

export type SerializedHookOutput =
  /** `stdout` is the whole answer, to the byte; empty where the hook has nothing to say. */
  { ok: true; stdout: string; exitCode: 0 } | { ok: false; issues: HookIssue[] };

/**
 * What a command hook prints for this answer: nothing for `undefined` or `{}`, plain text for
 * PreCompact, the path for WorktreeCreate, one JSON object for the rest. Never throws: an answer that
 * the client would reject, cut or ignore comes back as issues.
 */
export function serializeHookOutput<Event extends HookEventName>(
  event: Event,
  output: HookOutputOf<Event> | NoOutput | undefined,
): SerializedHookOutput {
  try {
    const answer = withoutUndefined(output);
    if (isNoOp(answer)) return print('');
    const lost = findLost(output);
    if (lost.length > 0) return { ok: false, issues: lost };
    if (!isHookEventName(event)) return { ok: false, issues: [unknownEvent(event)] };
    const issues = checkOutput(hookEvents[event], answer);
    return issues.length > 0 ? { ok: false, issues } : print(encode(hookEvents[event], answer));
  } catch (error) {
    // An accessor that throws.
    return { ok: false, issues: [issueAt([], 'a value that JSON can hold', messageOf(error))] };
  }
}

const print = (stdout: string): SerializedHookOutput => ({ ok: true, stdout, exitCode: 0 });

function encode(event: HookEvent, answer: unknown): string {
  if (!isPlainObject(answer)) return '';
  if (event.stdout === 'path') return String(answer['worktreePath']);
  if (typeof answer['instructions'] === 'string') return answer['instructions'];
  const { hookSpecificOutput: own, ...common } = answer;
  if (!isPlainObject(own) || isEmpty(own)) return JSON.stringify(common);
  return JSON.stringify({
    ...common,
    hookSpecificOutput: { hookEventName: event.name, ...own },
  });
}

/** `undefined`, `{}` and `{ hookSpecificOutput: {} }` ask for nothing. */
const isNoOp = (answer: unknown): boolean =>
  answer === undefined ||
  (isPlainObject(answer) &&
    Object.entries(answer).every(([key, value]) => key === 'hookSpecificOutput' && isEmpty(value)));

const isEmpty = (value: unknown): boolean =>
  isPlainObject(value) && Object.keys(value).length === 0;

/** The deepest field of a declared output lies five levels down; below that the author's own data begins. */
const DECLARED_DEPTH = 6;

/** `{ systemMessage: undefined }` is how code says "none"; the client never sees it. */
function withoutUndefined(value: unknown, depth = DECLARED_DEPTH): unknown {
  if (depth === 0) return value;
  if (Array.isArray(value)) return value.map((entry) => withoutUndefined(entry, depth - 1));
  // Instances of classes, and objects of another realm, are answers like any other.
  if (typeof value !== 'object' || value === null) return value;
  if (!isPlainObject(value) && Object.keys(value).length === 0) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, entry]) => entry !== undefined)
      .map(([key, entry]) => [key, withoutUndefined(entry, depth - 1)]),
  );
}
