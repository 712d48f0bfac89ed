import { isDeepStrictEqual } from 'node:util';
import { hookEvents, serializeHookOutput, type HookEventName } from '@carryover/schemas';
import { expect, test } from 'vitest';
import { encodeAnswer, joinSystemMessage, MAX_TEXT_UNITS } from './encode-answer.ts';

const EVENTS = Object.values(hookEvents).map(({ name }): HookEventName => name);

const ANSWERS: unknown[] = [
  undefined,
  {},
  { systemMessage: undefined, hookSpecificOutput: { additionalContext: undefined } },
  { systemMessage: 'm' },
  { systemMessage: null },
  { systemMessage: 7 },
  { continue: 'no' },
  { decision: 'block', reason: 'r' },
  { decision: 'maybe' },
  { reason: ['r'] },
  { hookSpecificOutput: null },
  { hookSpecificOutput: 'text' },
  { hookSpecificOutput: { additionalContext: 'c' } },
  { hookSpecificOutput: { additionalContext: ['c'] } },
  { hookSpecificOutput: { additionalContext: 'x'.repeat(MAX_TEXT_UNITS + 1) } },
  { hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'r' } },
  { hookSpecificOutput: { permissionDecision: 'perhaps' } },
  { hookSpecificOutput: { watchPaths: ['/a'] } },
  { hookSpecificOutput: { watchPaths: '/a' } },
  { hookSpecificOutput: { displayContent: 'd' } },
  { hookSpecificOutput: { displayContent: 4 } },
  { hookSpecificOutput: { retry: 'yes' } },
  { hookSpecificOutput: { action: 'decline' } },
  { hookSpecificOutput: { action: 'dither' } },
  { hookSpecificOutput: { sessionTitle: {} } },
  { instructions: 'i' },
  { instructions: 7 },
  { worktreePath: '/w' },
  'text',
  7,
  [],
];

test.each(EVENTS)(
  'prints on %s what the schemas accept, but for fields without effect',
  (event) => {
    expect(ANSWERS.flatMap((answer) => disagreements(event, answer))).toEqual([]);
  },
);

function disagreements(event: HookEventName, answer: unknown): unknown[] {
  const encoded = encodeAnswer(event, answer);
  const serialized = serializeHookOutput(event, untyped(answer));
  if (!serialized.ok)
    return encoded.ok ? serialized.issues.filter(({ expected }) => !isIgnored(expected)) : [];
  if (!encoded.ok) return [encoded];
  const [ours, theirs] = [parsed(encoded.stdout), parsed(serialized.stdout)];
  return isDeepStrictEqual(ours, theirs) ? [] : [{ ours, theirs }];
}

const untyped = (answer: unknown) =>
  answer === undefined ? undefined : JSON.parse(JSON.stringify(answer));

/** The client reads an answer with a field that it does not know as if the field were not there. */
const isIgnored = (expected: string): boolean => /ignores|because it is filled in/.test(expected);

function parsed(stdout: string): unknown {
  try {
    return JSON.parse(stdout);
  } catch {
    return stdout;
  }
}

test('names the event itself, whatever the answer says', () => {
  const answer = { hookSpecificOutput: { hookEventName: 'Stop', additionalContext: 'c' } };
  expect(encodeAnswer('SessionStart', answer)).toEqual({
    ok: true,
    stdout: '{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"c"}}',
  });
});

test('refuses text over the cap, which counts UTF-16 units', () => {
  expect(encodeAnswer('Stop', { systemMessage: '😀'.repeat(5_000) }).ok).toBe(true);
  expect(encodeAnswer('Stop', { systemMessage: '😀'.repeat(5_001) })).toEqual({
    ok: false,
    reason: 'systemMessage is over 10000 UTF-16 units',
  });
});

test('puts a message to the person beside an answer', () => {
  expect(joinSystemMessage('', 'm')).toBe('{"systemMessage":"m"}');
  expect(joinSystemMessage('{"systemMessage":"own"}', 'm')).toBe('{"systemMessage":"own\\nm"}');
});

test('leaves no half of a surrogate pair in an answer', () => {
  const half = '😀'.slice(0, 1);
  const answer = { hookSpecificOutput: { additionalContext: `a${half}b😀` } };
  expect(encodeAnswer('SessionStart', answer)).toEqual({
    ok: true,
    stdout:
      '{"hookSpecificOutput":{"additionalContext":"a\u{fffd}b😀","hookEventName":"SessionStart"}}',
  });
  const plain = { ok: true, stdout: '\u{fffd}!' };
  expect(encodeAnswer('PreCompact', { instructions: `${half}!` })).toEqual(plain);
});
