import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { payload } from './fixtures/index.ts';
import { parseHookInput } from './parse-input.ts';
import { parseHookOutput } from './parse-output.ts';
import { serializeHookOutput } from './serialize-output.ts';

class Denial {
  hookSpecificOutput = { permissionDecision: 'deny' as const };
}

const thrower = (thrown: unknown): object =>
  Object.defineProperty({}, 'systemMessage', {
    enumerable: true,
    get() {
      throw thrown;
    },
  });

test.each<[string, () => object]>([
  ['an instance of a class', () => new Denial()],
  [
    'an object of another realm',
    () => runInNewContext("({hookSpecificOutput:{permissionDecision:'deny'}})"),
  ],
])('a denial that is %s is not lost', (_name, make) => {
  expect(serializeHookOutput('PreToolUse', make())).toEqual({
    ok: true,
    exitCode: 0,
    stdout: '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}}',
  });
});

test.each<[string, object]>([
  ['a Map', new Map([['a', 1]])],
  ['a Date', new Date()],
  ['a list', [1]],
])('%s is refused, not taken for nothing', (_name, value) => {
  expect(serializeHookOutput('Stop', value).ok).toBe(false);
});

test('what throws, whatever it throws, comes back as an issue', () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  for (const thrown of [
    Object.create(null),
    {
      toString: () => {
        throw new Error('no');
      },
    },
  ]) {
    expect(serializeHookOutput('Stop', thrower(thrown)).ok).toBe(false);
    expect(parseHookInput(Object.assign(thrower(thrown), payload('Stop'))).ok).toBeTypeOf(
      'boolean',
    );
  }
  expect(parseHookInput(proxy).ok).toBe(false);
  expect(
    parseHookInput(
      new Proxy(
        {},
        {
          getPrototypeOf: () => {
            throw new Error('proto');
          },
        },
      ),
    ).ok,
  ).toBe(false);
});

test.each(['\uFEFF{"systemMessage":"x"}', ' {"systemMessage":"x"}\n'])(
  'an answer is read with what the client passes over: %j',
  (stdout) => {
    expect(parseHookOutput('Stop', stdout)).toEqual({ ok: true, output: { systemMessage: 'x' } });
  },
);

test('the answer to an event that nobody knows is an issue', () => {
  // @ts-expect-error -- from a caller without types
  expect(parseHookOutput('Nope', 'x').ok).toBe(false);
});
