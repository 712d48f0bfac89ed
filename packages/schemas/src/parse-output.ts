import { checkOutput } from './check-output.ts';
import { hookEvents } from './events/registry.ts';
import type { HookEvent } from './hook-event.ts';
import type { HookEventName, HookOutputOf } from './hook-types.ts';
import { describe, type HookIssue, issueAt, messageOf, unknownEvent } from './issues.ts';
import { readJsonObject } from './json-object.ts';
import { isTooHeavy } from './json-weight.ts';
import { isHookEventName } from './parse-input.ts';
import { isPlainObject } from './plain-object.ts';

export type ParsedHookOutput<Event extends HookEventName> =
  | { ok: true; output: HookOutputOf<Event> | undefined }
  | { ok: false; issues: HookIssue[] };

/**
 * The answer that a hook's stdout holds, as its author would write it: the inverse of `serializeHookOutput`.
 * Never throws. `output` is undefined where the hook printed nothing.
 */
export function parseHookOutput<Event extends HookEventName>(
  event: Event,
  stdout: string,
): ParsedHookOutput<Event> {
  try {
    return read(event, stdout);
  } catch (error) {
    return { ok: false, issues: [issueAt([], 'a readable answer', messageOf(error))] };
  }
}

function read<Event extends HookEventName>(event: Event, stdout: string): ParsedHookOutput<Event> {
  if (stdout === '') return { ok: true, output: undefined };
  if (!isHookEventName(event)) return { ok: false, issues: [unknownEvent(event)] };
  if (isTooHeavy(stdout)) {
    const expected = 'an answer that can be read within a second';
    return { ok: false, issues: [issueAt([], expected, describe(stdout))] };
  }
  const answer = decode(hookEvents[event], stdout);
  if (answer === undefined)
    return { ok: false, issues: [issueAt([], 'one JSON object', describe(stdout))] };
  const issues = [...checkName(event, answer.wire), ...checkOutput(hookEvents[event], answer.own)];
  if (issues.length > 0) return { ok: false, issues };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema of this event has just accepted it
  return { ok: true, output: answer.own as HookOutputOf<Event> };
}

/** `wire` is what was printed, `own` the same without the event's name. */
function decode(event: HookEvent, stdout: string): { wire: object; own: object } | undefined {
  if (event.stdout === 'path') {
    const lines = stdout.split('\n').map((line) => line.trim());
    const worktreePath = lines.findLast((line) => line !== '') ?? '';
    return { wire: {}, own: { worktreePath } };
  }
  const wire = readJsonObject(stdout);
  if (!wire)
    return event.stdout === 'instructions'
      ? { wire: {}, own: { instructions: stdout } }
      : undefined;
  const { hookSpecificOutput: specific, ...common } = wire;
  if (!isPlainObject(specific)) return { wire, own: wire };
  const { hookEventName: _, ...own } = specific;
  return { wire, own: { ...common, hookSpecificOutput: own } };
}

/** Without its name, or with another event's, the client rejects the whole answer (2.1.333 seen). */
function checkName(event: string, wire: object): HookIssue[] {
  const specific: unknown = Reflect.get(wire, 'hookSpecificOutput');
  if (!isPlainObject(specific) || specific['hookEventName'] === event) return [];
  const path = ['hookSpecificOutput', 'hookEventName'];
  return [issueAt(path, JSON.stringify(event), describe(specific['hookEventName']))];
}
