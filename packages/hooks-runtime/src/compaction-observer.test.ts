import * as fc from 'fast-check';
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

test('takes an input or a message that cannot be read for one that says nothing', async () => {
  const unreadable = new Proxy(
    {},
    {
      get: () => {
        throw new Error('a getter');
      },
    },
  );
  const { observer, onCompaction } = observe();
  expect(await observer.preCompact(unreadable)).toEqual({});
  expect(await observer.postCompact(unreadable)).toEqual({});
  observer.onMessage(unreadable);
  expect(onCompaction.mock.calls).toEqual([['auto']]);
});

const rejecting = () => Promise.reject(new Error('boom'));

test('a report that rejects reaches nobody', async () => {
  const unhandled = vi.fn<(error: unknown) => void>();
  process.on('unhandledRejection', unhandled);
  const observer = createCompactionObserver({
    onCompaction: rejecting,
    onError: rejecting,
    tag: 't',
  });
  expect(await observer.preCompact(auto)).toEqual({});
  await new Promise((resolve) => {
    setTimeout(resolve, 10);
  });
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
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

  test.each([
    ['with a PreCompact', true, 2],
    ['that no hook shows', false, 1],
  ])(
    'a compaction %s lends its boundary to a PostCompact without one',
    async (_, hasPre, count) => {
      const { observer, onCompaction } = observe();
      await observer.preCompact(auto);
      await observer.postCompact(auto);
      observer.delivered();
      if (hasPre) await observer.preCompact(auto);
      observer.onMessage(boundary);
      observer.onMessage(result);
      expect(onCompaction).toHaveBeenCalledTimes(count);
      expect(observer.needsResend).toBe('no');
    },
  );

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

type Step = 'pre' | 'post' | 'boundary' | 'result';

/** Plays signs of compactions, each with its trigger and the id of its prompt. */
async function play(steps: [Step, number?][], options: { trigger?: string; ids?: boolean } = {}) {
  const { observer, onCompaction, publish } = observe();
  const { trigger = 'auto', ids = true } = options;
  for (const [step, prompt = 0] of steps) {
    const input = { trigger, ...(ids ? { prompt_id: `p${prompt}` } : {}) };
    // In their order is the point.
    // oxlint-disable-next-line no-await-in-loop
    if (step === 'pre') await observer.preCompact(input);
    // oxlint-disable-next-line no-await-in-loop
    else if (step === 'post') await observer.postCompact(input);
    else if (step === 'boundary')
      observer.onMessage({ ...boundary, compact_metadata: { trigger, pre_tokens: 1 } });
    else observer.onMessage(result);
  }
  const { needsResend } = observer;
  return {
    told: onCompaction.mock.calls.length,
    published: publish.mock.calls.length,
    needsResend,
  };
}

describe('each compaction is told once', () => {
  test.each<[string, number, [Step, number?][]]>([
    ['one by its boundary, the next by PostCompact', 2, [['boundary'], ['result'], ['post', 1]]],
    ['the same within one turn', 2, [['boundary'], ['pre'], ['post']]],
    ['one by all, the next by PostCompact', 2, [['pre'], ['post'], ['boundary'], ['post']]],
    ['one by all, the next by its boundary', 2, [['pre'], ['post'], ['boundary'], ['boundary']]],
    ['the boundary before PostCompact', 1, [['pre'], ['boundary'], ['post']]],
    ['no PreCompact', 1, [['boundary'], ['post']]],
    ['two in one turn', 2, [['pre'], ['post'], ['boundary'], ['pre'], ['post'], ['boundary']]],
    [
      'a PreCompact that nothing followed, then one without',
      2,
      [['pre'], ['result'], ['post', 1], ['boundary', 1]],
    ],
    [
      'an owner who reads the stream late',
      2,
      [['pre'], ['post'], ['pre', 1], ['boundary'], ['result'], ['post', 1], ['boundary', 1]],
    ],
    [
      'an owner who reads only hooks',
      3,
      [['pre'], ['post'], ['pre', 1], ['post', 1], ['pre', 2], ['post', 2]],
    ],
  ])('%s', async (_, count, steps) => {
    const automatic = await play(steps);
    expect(automatic).toMatchObject({ told: count, published: count });
    const manually = await play(steps, { trigger: 'manual' });
    expect(manually).toMatchObject({ told: count, published: 0 });
  });

  const signs = fc.subarray<Step>(['pre', 'post', 'boundary'], { minLength: 1 });

  test('whatever is missing, in turns of their own, in either order', async () => {
    const compactions = fc.array(fc.record({ signs, late: fc.boolean() }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(compactions, fc.boolean(), async (turns, ids) => {
        // The hook alone, then the message alone, is what one compaction looks like to a late reader.
        fc.pre(
          turns.every(({ signs: own }, index) => {
            const earlier = turns.slice(0, index);
            const waits = earlier.some(({ signs: all }) => isHalf(all, 'post', 'boundary'));
            return !waits || !own.includes('boundary') || own.includes('post');
          }),
        );
        const steps = turns.flatMap(({ signs: own, late }, turn): [Step, number?][] => {
          const order: Step[] = late ? ['pre', 'boundary', 'post'] : ['pre', 'post', 'boundary'];
          const seen = order.filter((step) => own.includes(step));
          return [...seen.map((step): [Step, number] => [step, turn]), ['result']];
        });
        const { told, published, needsResend } = await play(steps, { ids });
        const isProven = turns.some(({ signs: own }) => own.some((step) => step !== 'pre'));
        expect({ told, published, needsResend }).toEqual({
          told: turns.length,
          published: turns.length,
          needsResend: isProven ? 'confirmed' : 'no',
        });
      }),
      { numRuns: 500 },
    );
  });
});

const isHalf = (all: Step[], has: Step, lacks: Step): boolean =>
  all.includes(has) && !all.includes(lacks);

test('a PreCompact that nothing follows does not take back what a compaction has confirmed', async () => {
  const { needsResend } = await play([['pre'], ['post'], ['result'], ['pre', 1], ['result']]);
  expect(needsResend).toBe('confirmed');
});
