import { createCompactionObserver, defineHook, toSdkCallback } from '@carryover/hooks-runtime';
import { testdir } from '@carryover/testing';
import { expect, test, vi } from 'vitest';
import { runSdkSession } from './sdk-session.ts';

const BOTH = ['manual', 'auto'];

const boom = (): never => {
  throw new Error('boom');
};

/** A handler's answer that no type would let through. */
const untyped = (value: unknown) => JSON.parse(JSON.stringify(value));

test('the observer tells of each compaction once and publishes the automatic one', async () => {
  const onCompaction = vi.fn<(trigger: string) => void>();
  const publish = vi.fn<(event: object) => void>();
  const observer = createCompactionObserver({ onCompaction, publish, tag: 'chat-7' });
  const states: string[] = [];
  const { compactions, instructions } = await runSdkSession(
    {
      PreCompact: [{ hooks: [observer.preCompact] }],
      PostCompact: [{ hooks: [observer.postCompact] }],
    },
    (message) => {
      observer.onMessage(message);
      if (message.type !== 'result') return;
      states.push(observer.needsResend);
      observer.delivered();
    },
  );
  expect(compactions).toEqual(BOTH);
  expect(instructions).toEqual(['be brief', '']);
  expect(onCompaction.mock.calls).toEqual([['manual'], ['auto']]);
  const published = {
    kind: 'context_compressed',
    tag: 'chat-7',
    backend: 'claude',
    reason: 'claude_code_auto',
  };
  expect(publish.mock.calls).toEqual([[published]]);
  expect(states).toEqual(['no', 'confirmed', 'no', 'confirmed']);
});

test.each<[string, () => unknown]>([
  ['throw', boom],
  ['reject', () => Promise.reject(new Error('boom'))],
  ['hang', () => new Promise(() => {})],
])("compactions go on when the observer's callbacks %s", async (_, callback) => {
  const observer = createCompactionObserver({
    onCompaction: callback,
    publish: callback,
    tag: 't',
  });
  const { compactions } = await runSdkSession({ PreCompact: [{ hooks: [observer.preCompact] }] });
  expect(compactions).toEqual(BOTH);
});

test.each<[string, () => never | Promise<undefined>]>([
  ['throws', boom],
  ['hangs', () => new Promise<undefined>(() => {})],
  ['returns rubbish', () => untyped({ hookSpecificOutput: 'rubbish' })],
])('compactions go on when a hook %s', async (_, handler) => {
  using home = testdir();
  const hook = defineHook('PreCompact', { budgetMs: 500 }, handler);
  const preCompact = toSdkCallback(hook, { home: home.path });
  const { compactions, instructions, messages } = await runSdkSession({
    PreCompact: [{ hooks: [preCompact] }],
  });
  expect(compactions).toEqual(BOTH);
  expect(instructions).toEqual(['be brief', '']);
  expect(JSON.stringify(messages)).not.toMatch(/hook[^"]{0,40}(error|failed)/i);
});

test('what a hook says reaches the summariser', async () => {
  using home = testdir();
  const hook = defineHook('PreCompact', {}, ({ trigger }) => ({
    instructions: `Keep the plan (${String(trigger)}).`,
  }));
  const { instructions } = await runSdkSession({
    PreCompact: [{ hooks: [toSdkCallback(hook, { home: home.path })] }],
  });
  expect(instructions).toEqual(['be brief\n\nKeep the plan (manual).', 'Keep the plan (auto).']);
});
