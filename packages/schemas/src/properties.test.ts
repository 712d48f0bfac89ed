import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  type HookEventName,
  hookEvents,
  isHookEventName,
  parseHookInput,
  parseHookOutput,
  type SerializedHookOutput,
  serializeHookOutput,
} from './index.ts';

const events: HookEventName[] = Object.keys(hookEvents).filter(isHookEventName);

/** Whether the result is one of the documented kinds, and of the right one. */
function isSound(raw: unknown): boolean {
  const parsed = parseHookInput(raw);
  if (!parsed.ok) return parsed.error.message !== '' && parsed.error.issues.length > 0;
  return (
    parsed.event === parsed.input.hook_event_name && parsed.known === isHookEventName(parsed.event)
  );
}

/** Throws with the smallest counterexample where one of these is not handled soundly. */
const hold = (value: fc.Arbitrary<unknown>): void => fc.assert(fc.property(value, isSound));

test('never throws on any text, any bytes and any value', () => {
  expect(() => hold(fc.string({ unit: 'binary' }))).not.toThrow();
  expect(() => hold(fc.uint8Array({ maxLength: 2000 }))).not.toThrow();
  expect(() => hold(fc.json())).not.toThrow();
  expect(() =>
    hold(fc.anything({ withBigInt: true, withDate: true, withMap: true })),
  ).not.toThrow();
});

const fields = [...new Set(events.flatMap((event) => Object.keys(hookEvents[event].input.shape)))];

test('keeps every value of a known event, whatever its fields hold', () => {
  const input = fc.tuple(
    fc.constantFrom(...events),
    fc.dictionary(fc.oneof(fc.constantFrom(...fields), fc.string()), fc.jsonValue()),
  );
  fc.assert(
    fc.property(input, ([event, odd]) => {
      const raw = { ...odd, hook_event_name: event, session_id: 's' };
      const parsed = parseHookInput(JSON.stringify(raw));
      expect(parsed).toMatchObject({ ok: true, known: true, event });
      expect(parsed.ok && parsed.input).toStrictEqual(JSON.parse(JSON.stringify(raw)));
    }),
    { numRuns: 500 },
  );
});

test('survives objects that throw when they are read', () => {
  const hostile = new Proxy({}, { get: () => expect.fail('read') });
  const odd = {
    hook_event_name: 'Stop',
    session_id: 's',
    get cwd(): string {
      throw new Error('no');
    },
  };
  expect(parseHookInput(hostile)).toMatchObject({ ok: false, error: { code: 'invalid' } });
  const parsed = parseHookInput(odd);
  expect(parsed).toMatchObject({ ok: true, known: true, event: 'Stop' });
  expect(parsed.ok && parsed.issues.map(({ message }) => message)).toContain(
    'cwd: expected a string, received an error: Error: no',
  );
});

/** Values that this schema of an output accepts. */
function arbitraryOf(schema: unknown): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodMiniExactOptional) return arbitraryOf(schema.def.innerType);
  if (schema instanceof z.ZodMiniString)
    return fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 });
  if (schema instanceof z.ZodMiniBoolean) return fc.boolean();
  if (schema instanceof z.ZodMiniLiteral) return fc.constantFrom(...schema.def.values);
  if (schema instanceof z.ZodMiniEnum) return fc.constantFrom(...Object.values(schema.def.entries));
  if (schema instanceof z.ZodMiniArray)
    return fc.array(arbitraryOf(schema.def.element), { maxLength: 3 });
  if (schema instanceof z.ZodMiniRecord) return fc.dictionary(fc.string(), fc.jsonValue());
  if (schema instanceof z.ZodMiniNumber) return fc.integer();
  if (schema instanceof z.ZodMiniUnknown) return fc.jsonValue();
  if (schema instanceof z.ZodMiniDiscriminatedUnion)
    return fc.oneof(...schema.def.options.map(arbitraryOf));
  if (!(schema instanceof z.ZodMiniObject)) throw new Error('no arbitrary for this schema');
  const shape: Record<string, unknown> = schema.def.shape;
  const required = Object.keys(shape).filter(
    (key) => !(shape[key] instanceof z.ZodMiniExactOptional),
  );
  const values = Object.fromEntries(
    Object.entries(shape).map(([key, field]) => [key, arbitraryOf(field)]),
  );
  return fc.record(values, { requiredKeys: required });
}

const untyped: { serialize(event: string, output: unknown): SerializedHookOutput } = {
  serialize: serializeHookOutput,
};

describe.each(events)('%s', (event) => {
  const output = arbitraryOf(hookEvents[event].output).filter(
    (value) => hookEvents[event].output.safeParse(value).success,
  );
  const special =
    event === 'WorktreeCreate'
      ? fc.record({ worktreePath: fc.string().map((name) => `/w/${name.replaceAll(/\s/g, '')}`) })
      : output;

  test('reads back every answer it serializes', () => {
    fc.assert(
      fc.property(special, (answer) => {
        const written = untyped.serialize(event, answer);
        expect(written).toMatchObject({ ok: true, exitCode: 0 });
        const stdout = written.ok ? written.stdout : '';
        const expected =
          stdout === '' ? undefined : withoutEmpty(JSON.parse(JSON.stringify(answer)));
        expect(parseHookOutput(event, stdout)).toStrictEqual({ ok: true, output: expected });
      }),
      { numRuns: 60 },
    );
  });
});

test('serializes anything without throwing', () => {
  const anything = fc.anything({ withBigInt: true, withNullPrototype: true });
  fc.assert(
    fc.property(
      fc.constantFrom(...events, 'x'),
      fc.oneof(anything, fc.record({ hookSpecificOutput: anything })),
      (event, answer) => {
        expect(untyped.serialize(event, answer)).toHaveProperty('ok');
      },
    ),
  );
});

/** `{ hookSpecificOutput: {} }` beside other fields says nothing and is not printed. */
function withoutEmpty(answer: Record<string, unknown>): Record<string, unknown> {
  const { hookSpecificOutput: specific, ...common } = answer;
  return JSON.stringify(specific) === '{}' ? common : answer;
}
