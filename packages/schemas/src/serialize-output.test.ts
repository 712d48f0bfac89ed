import { describe, expect, test } from 'vitest';
import {
  type HookEventName,
  hookEvents,
  type SerializedHookOutput,
  serializeHookOutput,
} from './index.ts';

const events = Object.keys(hookEvents).filter((name): name is HookEventName => name in hookEvents);

/** As JavaScript calls it, without types. A method's parameters may be wider than those of its value. */
const untyped: { serialize(event: string, output: unknown): SerializedHookOutput } = {
  serialize: serializeHookOutput,
};

/** The messages a mistake gets; what it prints where it is taken for none. */
function refuse(event: string, output: unknown): string[] {
  const result = untyped.serialize(event, output);
  if (!result.ok) return result.issues.map((issue) => issue.message);
  return [`accepted: ${result.stdout.slice(0, 40)}`];
}

describe.each(events)('%s', (event) => {
  test.each([undefined, {}, { hookSpecificOutput: {} }, { hookSpecificOutput: undefined }])(
    'prints no byte for %j',
    (output) => {
      expect(untyped.serialize(event, output)).toStrictEqual({
        ok: true,
        stdout: '',
        exitCode: 0,
      });
    },
  );

  test('refuses null, at the root and in a field', () => {
    expect(refuse(event, null)).toStrictEqual(['(root): expected an object, received null']);
    expect(refuse(event, { systemMessage: null }).join('\n')).toContain('systemMessage: ');
    expect(refuse(event, { hookSpecificOutput: null }).join('\n')).toContain('received null');
  });
});

test('rejects hookSpecificOutput on the 11 events that have none, by name', () => {
  const without = events.filter((event) => !hookEvents[event].specificOutput);
  expect(without).toHaveLength(11);
  const messages = without.map(
    (event) => refuse(event, { hookSpecificOutput: { additionalContext: 'x' } })[0],
  );
  expect(messages).toMatchInlineSnapshot(`
    [
      "hookSpecificOutput: expected none, which Claude Code rejects on SessionEnd, received an object",
      "hookSpecificOutput: expected none, which Claude Code rejects on StopFailure, received an object",
      "hookSpecificOutput: expected none, which Claude Code rejects on PreCompact, received an object",
      "hookSpecificOutput: expected none, which Claude Code rejects on PostCompact, received an object",
      "hookSpecificOutput: expected none, which Claude Code rejects on TeammateIdle, received an object",
      "hookSpecificOutput: expected none, which Claude Code rejects on TaskCreated, received an object",
      "hookSpecificOutput: expected none, which Claude Code rejects on TaskCompleted, received an object",
      "hookSpecificOutput: expected none, which Claude Code rejects on ConfigChange, received an object",
      "hookSpecificOutput: expected none, which Claude Code rejects on WorktreeRemove, received an object",
      "hookSpecificOutput: expected none, which Claude Code rejects on InstructionsLoaded, received an object",
      "hookSpecificOutput: expected none, which Claude Code rejects on DirectoryAdded, received an object",
    ]
  `);
});

test('writes the documented shape with hookEventName filled in', () => {
  expect(
    serializeHookOutput('SessionStart', {
      systemMessage: 'hi',
      hookSpecificOutput: { additionalContext: 'state' },
    }),
  ).toStrictEqual({
    ok: true,
    stdout:
      '{"systemMessage":"hi","hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"state"}}',
    exitCode: 0,
  });
});

test('prints PreCompact instructions as they are, and a block as JSON', () => {
  expect(serializeHookOutput('PreCompact', { instructions: 'Keep the plan.\n' })).toMatchObject({
    stdout: 'Keep the plan.\n',
  });
  expect(serializeHookOutput('PreCompact', { decision: 'block', reason: 'not now' })).toMatchObject(
    { stdout: '{"decision":"block","reason":"not now"}' },
  );
});

test('prints the path of a worktree', () => {
  expect(serializeHookOutput('WorktreeCreate', { worktreePath: '/w/a' })).toMatchObject({
    stdout: '/w/a',
  });
});

test('keeps an empty record and a null that are the author’s own data', () => {
  expect(
    serializeHookOutput('PreToolUse', { hookSpecificOutput: { updatedInput: {} } }),
  ).toMatchObject({
    stdout: '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{}}}',
  });
  expect(
    serializeHookOutput('PostToolUse', { hookSpecificOutput: { updatedToolOutput: null } }),
  ).toMatchObject({
    stdout: '{"hookSpecificOutput":{"hookEventName":"PostToolUse","updatedToolOutput":null}}',
  });
});

const cycle: Record<string, unknown> = {};
cycle['self'] = cycle;

const mistakes: [string, unknown][] = [
  ['PreCompact', { systemMessage: 'x' }],
  ['PreCompact', { instructions: 'x'.repeat(10_001) }],
  ['PreCompact', { instructions: '😀'.repeat(5001) }],
  ['PreCompact', { instructions: '{"decision":"block"}' }],
  ['PreCompact', { instructions: '{"async":true}\nKeep the plan.' }],
  ['PreCompact', { instructions: 'x', decision: 'block' }],
  ['PostCompact', { systemMessage: 'x' }],
  ['SessionStart', { hookSpecificOutput: { additionalContext: 7 } }],
  ['SessionStart', { hookSpecificOutput: { additionalContext: 'x'.repeat(10_001) } }],
  ['SessionStart', { hookSpecificOutput: { hookEventName: 'Stop', additionalContext: 'x' } }],
  ['SessionStart', { suppressOutput: true }],
  ['UserPromptSubmit', { decision: 'approve' }],
  ['UserPromptSubmit', { hookSpecificOutput: { aditionalContext: 'x' } }],
  ['Stop', { decision: 'block' }],
  ['WorktreeCreate', { worktreePath: 'relative' }],
  ['WorktreeCreate', { worktreePath: '/a\n/b' }],
  ['PermissionRequest', { hookSpecificOutput: { decision: { behavior: 'ask' } } }],
  ['PreToolUse', { hookSpecificOutput: { updatedInput: cycle } }],
  ['PreToolUse', { hookSpecificOutput: { updatedInput: { big: 1n } } }],
  ['PreToolUse', { hookSpecificOutput: { updatedInput: { a: [undefined, Number.NaN] } } }],
  ['PreToolUse', { hookSpecificOutput: { updatedInput: { f: String, s: Symbol('s') } } }],
  ['PostToolUse', { hookSpecificOutput: { updatedToolOutput: new Map([[1, 2]]) } }],
  ['PostToolUse', { hookSpecificOutput: { updatedToolOutput: { at: new Date(0) } } }],
  ['WorktreeCreate', { hookSpecificOutput: { worktreePath: '/w' } }],
  ['WorktreeCreate', { worktreePath: '/w\0' }],
  ['WorktreeCreate', { worktreePath: '/w/\uD800' }],
  ['NoSuchEvent', { systemMessage: 'x' }],
];

test('names the field and the rule of every mistake', () => {
  const messages = mistakes.map(
    ([event, output]) => `${event}: ${refuse(event, output).join('\n  and ')}`,
  );
  expect(messages.join('\n')).toMatchInlineSnapshot(`
    "PreCompact: systemMessage: expected nothing that Claude Code ignores on PreCompact (it honours decision, reason, instructions), received "x"
    PreCompact: instructions: expected at most 10000 UTF-16 code units, received a string of 10001 UTF-16 code units
    PreCompact: instructions: expected at most 10000 UTF-16 code units, received a string of 10002 UTF-16 code units
    PreCompact: instructions: expected plain text, not a JSON object, received "{\\"decision\\":\\"block\\"}"
    PreCompact: instructions: expected plain text, not a JSON object, received "{\\"async\\":true}\\nKeep the plan."
    PreCompact: instructions: expected either instructions or a decision, not both, received "x"
    PostCompact: systemMessage: expected nothing that Claude Code ignores on PostCompact, received "x"
    SessionStart: hookSpecificOutput.additionalContext: expected a string, received the number 7
    SessionStart: hookSpecificOutput.additionalContext: expected at most 10000 UTF-16 code units, received a string of 10001 UTF-16 code units
    SessionStart: hookSpecificOutput.hookEventName: expected none, because it is filled in, received "Stop"
    SessionStart: suppressOutput: expected nothing that Claude Code ignores on SessionStart (it honours continue, stopReason, systemMessage, terminalSequence, hookSpecificOutput), received the boolean true
    UserPromptSubmit: decision: expected "block", received "approve"
    UserPromptSubmit: hookSpecificOutput.aditionalContext: expected nothing that Claude Code ignores on UserPromptSubmit, received "x"
    Stop: reason: expected a reason, because decision is "block", received nothing
    WorktreeCreate: worktreePath: expected an absolute path on one line, of valid Unicode, without NUL or space at its end, received "relative"
    WorktreeCreate: worktreePath: expected an absolute path on one line, of valid Unicode, without NUL or space at its end, received "/a\\n/b"
    PermissionRequest: hookSpecificOutput.decision.behavior: expected "allow" or "deny", received "ask"
    PreToolUse: hookSpecificOutput.updatedInput.self: expected a value that JSON can hold, received an object that contains itself
    PreToolUse: hookSpecificOutput.updatedInput.big: expected a value that JSON can hold, received a bigint
    PreToolUse: hookSpecificOutput.updatedInput.a[0]: expected a value that JSON can hold, received nothing
      and hookSpecificOutput.updatedInput.a[1]: expected a value that JSON can hold, received the number NaN
    PreToolUse: hookSpecificOutput.updatedInput.f: expected a value that JSON can hold, received a function
      and hookSpecificOutput.updatedInput.s: expected a value that JSON can hold, received a symbol
    PostToolUse: hookSpecificOutput.updatedToolOutput: expected a value that JSON can hold, received an object that is no record
    PostToolUse: hookSpecificOutput.updatedToolOutput.at: expected a value that JSON can hold, received an object with a toJSON of its own
    WorktreeCreate: worktreePath: expected a string, received nothing
      and hookSpecificOutput: expected nothing that Claude Code ignores on WorktreeCreate (it honours worktreePath), received an object
    WorktreeCreate: worktreePath: expected an absolute path on one line, of valid Unicode, without NUL or space at its end, received "/w\\u0000"
    WorktreeCreate: worktreePath: expected an absolute path on one line, of valid Unicode, without NUL or space at its end, received "/w/\\ud800"
    NoSuchEvent: (root): expected the name of an event that this version knows, received "NoSuchEvent""
  `);
});

test('refuses a value that is too deep, with its path', () => {
  let deep: object = {};
  for (let level = 0; level < 50_000; level++) deep = { deep };
  const [message] = refuse('PreToolUse', { hookSpecificOutput: { updatedInput: { deep } } });
  expect(message).toMatch(/^hookSpecificOutput\.updatedInput\.deep\.deep.*levels deep$/);
});

test('types refuse what is refused at run time, and take what says nothing', () => {
  expect(serializeHookOutput('WorktreeCreate', {}).ok).toBe(true);
  expect(serializeHookOutput('WorktreeCreate', { systemMessage: undefined }).ok).toBe(true);
  expect(serializeHookOutput('Stop', { decision: 'block', reason: 'go on' }).ok).toBe(true);
  // @ts-expect-error -- one or the other
  expect(serializeHookOutput('PreCompact', { instructions: 'x', decision: 'block' }).ok).toBe(
    false,
  );
  // @ts-expect-error -- a reason is missing
  expect(serializeHookOutput('Stop', { decision: 'block' }).ok).toBe(false);
});
