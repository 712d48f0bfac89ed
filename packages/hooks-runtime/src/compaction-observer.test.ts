import { describe, expect, test, vi } from 'vitest';
import { createCompactionObserver } from './compaction-observer.ts';

function observe() {
  const onCompaction = vi.fn<(trigger: string) => void>();
  const publish = vi.fn<(event: object) => void>();
  const observer = createCompactionObserver({ onCompaction, publish, tag: 'chat-7' });
  return { observer, onCompaction, publish };
}

const manual = { hook_event_name: 'PreCompact', trigger: 'manual', custom_instructions: '' };
const auto = { hook_event_name: 'PreCompact', trigger: 'auto', custom_instructions: null };
const boundary = {
  type: 'system',
  subtype: 'compact_boundary',
  compact_metadata: { trigger: 'auto', pre_tokens: 180_000 },
};
const result = { type: 'result', subtype: 'success' };

test('tells the owner of both kinds and publishes automatic ones only', async () => {
  const { observer, onCompaction, publish } = observe();
  expect(await observer.preCompact(manual)).toEqual({});
  expect(await observer.preCompact(auto)).toEqual({});
  expect(onCompaction.mock.calls).toEqual([['manual'], ['auto']]);
  expect(publish.mock.calls).toEqual([
    [
      {
        kind: 'context_compressed',
        tag: 'chat-7',
        backend: 'claude',
        reason: 'claude_code_auto',
      },
    ],
  ]);
});

test('passes over the compactions of sub-agents', async () => {
  const { observer, onCompaction } = observe();
  await observer.preCompact({ ...auto, agent_id: 'a1', agent_type: 'Explore' });
  await observer.postCompact({ ...auto, agent_id: 'a1', agent_type: 'Explore' });
  expect(onCompaction).not.toHaveBeenCalled();
  expect(observer.needsResend).toBe('no');
});

test.each([
  [
    'throws',
    () => {
      throw new Error('boom');
    },
  ],
  ['rejects', () => Promise.reject(new Error('boom'))],
])('answers {} when a callback %s, and reports it', async (_, callback) => {
  const onError = vi.fn<(error: unknown) => void>(() => {
    throw new Error('the report fails too');
  });
  const observer = createCompactionObserver({
    onCompaction: callback,
    publish: callback,
    tag: 't',
    onError,
  });
  expect(await observer.preCompact(auto)).toEqual({});
  await vi.waitFor(() => expect(onError).toHaveBeenCalledTimes(2));
});

const hanging = new Promise(() => {});

test('does not wait for a callback that hangs', async () => {
  const observer = createCompactionObserver({ onCompaction: () => hanging, tag: 't' });
  expect(await observer.preCompact(auto)).toEqual({});
});

test.each([undefined, null, 'text', 7, []])('answers {} to rubbish: %j', async (input) => {
  const { observer } = observe();
  expect(await observer.preCompact(input)).toEqual({});
  expect(await observer.postCompact(input)).toEqual({});
  observer.onMessage(input);
});

describe('needsResend', () => {
  test('is expected, then confirmed, then delivered', async () => {
    const { observer } = observe();
    expect(observer.needsResend).toBe('no');
    await observer.preCompact(auto);
    expect(observer.needsResend).toBe('expected');
    observer.onMessage(boundary);
    expect(observer.needsResend).toBe('confirmed');
    observer.delivered();
    expect(observer.needsResend).toBe('no');
  });

  test('is taken back when the turn ends and no compaction has followed', async () => {
    const { observer } = observe();
    await observer.preCompact(manual);
    observer.onMessage(result);
    expect(observer.needsResend).toBe('no');
  });

  test('outlives the end of the turn once confirmed', async () => {
    const { observer } = observe();
    await observer.preCompact(manual);
    await observer.postCompact(manual);
    observer.onMessage(result);
    expect(observer.needsResend).toBe('confirmed');
  });

  test('is confirmed once by PostCompact and boundary, whichever comes first', async () => {
    for (const postFirst of [true, false]) {
      const { observer, onCompaction } = observe();
      // oxlint-disable-next-line no-await-in-loop
      await observer.preCompact(auto);
      // oxlint-disable-next-line no-await-in-loop
      if (postFirst) await observer.postCompact(auto);
      else observer.onMessage(boundary);
      observer.delivered();
      // oxlint-disable-next-line no-await-in-loop
      if (postFirst) observer.onMessage(boundary);
      // oxlint-disable-next-line no-await-in-loop
      else await observer.postCompact(auto);
      expect(observer.needsResend).toBe('no');
      expect(onCompaction).toHaveBeenCalledTimes(1);
    }
  });

  test('and the owner hear of a compaction that no PreCompact announced', () => {
    const { observer, onCompaction, publish } = observe();
    observer.onMessage(boundary);
    expect(observer.needsResend).toBe('confirmed');
    expect(onCompaction.mock.calls).toEqual([['auto']]);
    expect(publish).toHaveBeenCalledTimes(1);
  });

  test('stays when what was delivered before the compaction is lost in it', async () => {
    const { observer } = observe();
    await observer.preCompact(auto);
    observer.delivered();
    observer.onMessage(boundary);
    expect(observer.needsResend).toBe('confirmed');
  });
});
