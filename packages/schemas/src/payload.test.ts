import { expect, test } from 'vitest';
import { payload, recordedInputs } from './fixtures/index.ts';
import { type HookEventName, hookEvents, isHookEventName, parseHookInput } from './index.ts';

const events: HookEventName[] = Object.keys(hookEvents).filter(isHookEventName);

test.each(events)('makes a valid %s', (event) => {
  expect(parseHookInput(payload(event))).toMatchObject({
    ok: true,
    known: true,
    event,
    issues: [],
  });
});

test('takes your fields, and leaves out those that are undefined', () => {
  const input = payload('PreCompact', { trigger: 'manual', cwd: undefined, extra: 1 });
  expect(input).toMatchObject({ trigger: 'manual', extra: 1, custom_instructions: null });
  expect(input).not.toHaveProperty('cwd');
});

test('gives each test its own object', () => {
  const input = payload('PostToolBatch');
  input.tool_calls.length = 0;
  expect(payload('PostToolBatch').tool_calls).toHaveLength(1);
});

test('has the recorded inputs of three clients and most events', () => {
  const clients = new Set(recordedInputs.map(({ client }) => client));
  expect([...clients]).toStrictEqual(['2.0.77', '2.1.332', '2.1.333']);
  const seen = new Set(recordedInputs.map(({ input }) => input.hook_event_name));
  expect(events.filter((event) => !seen.has(event))).toMatchInlineSnapshot(`
    [
      "PermissionDenied",
      "TeammateIdle",
      "Elicitation",
      "ElicitationResult",
      "WorktreeRemove",
      "DirectoryAdded",
    ]
  `);
});

test('says what is wrong with an event or fields that it cannot use', () => {
  // @ts-expect-error -- from a caller without types
  expect(() => payload('Nope')).toThrow('expected the name of a known event, received Nope');
  // @ts-expect-error -- from a caller without types
  expect(() => payload('Stop', null)).toThrow('expected fields of Stop, received null');
});
