import { setTimeout as sleep } from 'node:timers/promises';
import type { HookCallback } from '@anthropic-ai/claude-agent-sdk';
import type { HookEventName } from '@carryover/schemas';
import { testdir } from '@carryover/testing';
import * as z from 'zod/mini';
import { describe, expect, expectTypeOf, test, vi } from 'vitest';
import { readLog } from '../programs/run-fixture.ts';
import { defineHook, type HookAnswer, type HookContext, type HookOptions } from './define-hook.ts';
import { type SdkCallback, toSdkCallback } from './sdk-callback.ts';

const host = () => ({ signal: new AbortController().signal });

/** Calls a hook as the SDK would, in a home of its own. */
async function callOnce<E extends HookEventName>(
  event: E,
  handler: (context: HookContext) => HookAnswer<E> | Promise<HookAnswer<E>>,
  options: HookOptions & { payload?: object; signal?: AbortSignal } = {},
) {
  using home = testdir();
  const hook = defineHook(event, options, (_, context) => handler(context));
  const callback = toSdkCallback(hook, { home: home.path });
  const payload = options.payload ?? { session_id: 's1', hook_event_name: event };
  const answer = await callback(payload, 'tool-1', { signal: options.signal ?? host().signal });
  return { answer, log: readLog(home.path) };
}

test('is a callback of the SDK', () => {
  expectTypeOf<SdkCallback>().toExtend<HookCallback>();
});

test('answers as the command hook does, with the name of the event', async () => {
  const { answer, log } = await callOnce('UserPromptSubmit', () => ({
    hookSpecificOutput: { additionalContext: 'c' },
  }));
  expect(answer).toEqual({
    hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'c' },
  });
  expect(log).toMatchObject([{ event: 'UserPromptSubmit', session: 's1', outcome: 'ok' }]);
});

test('turns plain text into the field that reaches the same reader', async () => {
  const compact = await callOnce('PreCompact', () => ({ instructions: 'Keep the plan.' }));
  expect(compact.answer).toEqual({ systemMessage: 'Keep the plan.' });
  const worktree = await callOnce('WorktreeCreate', () => ({ worktreePath: '/w' }));
  expect(worktree.answer).toEqual({
    hookSpecificOutput: { hookEventName: 'WorktreeCreate', worktreePath: '/w' },
  });
});

const untyped = (value: unknown) => JSON.parse(JSON.stringify(value));

describe('answers {} and logs why, when the handler', () => {
  test.each<[string, (context: HookContext) => undefined, RegExp]>([
    [
      'throws',
      () => {
        throw new TypeError('boom');
      },
      /^TypeError boom at/,
    ],
    [
      'throws a string',
      () => {
        throw JSON.parse('"boom"');
      },
      /^threw a string/,
    ],
    ['answers text', () => untyped('text'), /^answer refused: the answer is no object/],
    ['answers the wrong type', () => untyped({ systemMessage: null }), /wrong type/],
    [
      'answers another event',
      () => untyped({ hookSpecificOutput: { permissionDecision: 7 } }),
      /wrong type/,
    ],
  ])('%s', async (_, handler, reason) => {
    const { answer, log } = await callOnce('PreToolUse', handler);
    expect(answer).toEqual({});
    expect(log).toMatchObject([{ outcome: 'failed', reason: expect.stringMatching(reason) }]);
  });

  test('hangs past its budget', async () => {
    let aborted = false;
    const hang = ({ signal }: HookContext) => {
      signal.addEventListener('abort', () => (aborted = true));
      return new Promise<undefined>(() => {});
    };
    const { answer, log } = await callOnce('PreToolUse', hang, { budgetMs: 50 });
    expect(answer).toEqual({});
    expect(aborted).toBe(true);
    expect(log).toMatchObject([{ outcome: 'failed', reason: 'not done within 50 ms' }]);
  });

  test('is given up by the host', async () => {
    const { answer, log } = await callOnce('Stop', () => new Promise<undefined>(() => {}), {
      signal: AbortSignal.timeout(50),
    });
    expect(answer).toEqual({});
    expect(log).toMatchObject([{ outcome: 'failed', reason: 'ended by the host' }]);
  });

  test('is given the payload of another event', async () => {
    const payload = { session_id: 's1', hook_event_name: 'Stop' };
    const { answer, log } = await callOnce('PreToolUse', () => undefined, { payload });
    expect(answer).toEqual({});
    expect(log).toMatchObject([{ reason: 'the payload is not one of PreToolUse' }]);
  });

  test('asks for a schema that the payload does not fit', async () => {
    const schema = z.looseObject({ tool_input: z.object({ command: z.string() }) });
    const payload = { session_id: 's1', tool_input: { command: 7 } };
    const { log } = await callOnce('PreToolUse', () => undefined, { payload, schema });
    const reason = 'the payload does not fit the schema at tool_input.command';
    expect(log).toMatchObject([{ outcome: 'failed', reason }]);
  });
});

test('blocks on failure under the closed policy', async () => {
  const { answer } = await callOnce('PreToolUse', () => new Promise<undefined>(() => {}), {
    policy: 'closed',
    budgetMs: 20,
  });
  expect(answer).toEqual({
    decision: 'block',
    reason: 'PreToolUse hook failed: not done within 20 ms',
  });
});

test.each([null, 'text', 7])('answers {} to rubbish: %j', async (input) => {
  using home = testdir();
  const callback = toSdkCallback(
    defineHook('Stop', {}, () => ({ systemMessage: 'm' })),
    { home: home.path },
  );
  expect(await Reflect.apply(callback, undefined, [input, undefined, host()])).toEqual({});
  expect(readLog(home.path)).toMatchObject([{ session: '', outcome: 'failed' }]);
});

const unreadable = new Proxy(
  {},
  {
    get: () => {
      throw new Error('a getter');
    },
  },
);

test('answers {} to an input that cannot be read', async () => {
  const { answer, log } = await callOnce('Stop', () => undefined, { payload: unreadable });
  expect(answer).toEqual({});
  expect(log).toMatchObject([{ session: '', outcome: 'ok' }]);
});

test('answers where the host gives no signal', async () => {
  using home = testdir();
  const callback = toSdkCallback(
    defineHook('Stop', {}, () => ({ systemMessage: 'm' })),
    { home: home.path },
  );
  const payload = { session_id: 's1', hook_event_name: 'Stop' };
  expect(await Reflect.apply(callback, undefined, [payload])).toEqual({ systemMessage: 'm' });
});

test.each([undefined, new Error('boom')])('answers {} where the reason is %o', async (reason) => {
  const { answer, log } = await callOnce('Stop', ({ skip }) => Reflect.apply(skip, {}, [reason]));
  expect(answer).toEqual({});
  expect(log).toMatchObject([{ outcome: 'skipped', reason: '' }]);
});

test('an undo that rejects reaches nobody', async () => {
  const unhandled = vi.fn<(error: unknown) => void>();
  process.on('unhandledRejection', unhandled);
  await callOnce('Stop', ({ whenLost }) => {
    Reflect.apply(whenLost, undefined, [() => Promise.reject(new Error('undo'))]);
    throw new Error('boom');
  });
  await sleep(10);
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

test('a budget without an end is one', async () => {
  using home = testdir();
  const hook = defineHook('Stop', {}, async () => {
    await sleep(50);
    return { systemMessage: 'm' };
  });
  const callback = toSdkCallback(hook, { home: home.path, budgetMs: Infinity });
  const payload = { session_id: 's1', hook_event_name: 'Stop' };
  expect(await callback(payload, undefined, host())).toEqual({ systemMessage: 'm' });
});
