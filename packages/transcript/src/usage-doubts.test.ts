import { join } from 'node:path';
import { testdir, transcriptBuilder, type TranscriptBuilder } from '@carryover/testing';
import { describe, expect, test } from 'vitest';
import { contextUsage, type ContextUsage, type ContextUsageOptions } from './context-usage.ts';

const tokens = (input: number, model = 'claude-opus-4-5') => ({
  model,
  usage: { input_tokens: input },
});

const opus = (input: number) => tokens(input, 'claude-opus-4-6');

function usageOfText(text: string, options: ContextUsageOptions = {}, name = 's.jsonl') {
  using dir = testdir({ [name]: text });
  const usage = contextUsage(join(dir.path, name), { env: {}, ...options });
  if (!usage.ok) throw new Error(usage.message);
  return usage;
}

function usageOf(
  build: (b: TranscriptBuilder) => void,
  options: ContextUsageOptions = {},
): ContextUsage {
  const b = transcriptBuilder();
  build(b);
  return usageOfText(b.toString(), options);
}

describe('a proof of the large window', () => {
  const large = { window: 1_000_000, windowSource: 'observed', percent: 13 };

  test('is found at a compaction further back than replies are looked at', () => {
    const usage = usageOf((b) => {
      b.reply(opus(360_000));
      b.boundary({ preTokens: 361_000 });
      for (let line = 0; line < 40; line += 1) b.prompt('x'.repeat(50_000));
      b.reply(opus(130_000));
    });
    expect(usage).toMatchObject(large);
  });

  test('is what a compaction says where the replies before it are not in the file', () => {
    const usage = usageOf((b) => {
      b.boundary({ preTokens: 361_000 });
      b.reply(opus(130_000));
    });
    expect(usage).toMatchObject(large);
  });

  test('is none when the compacted context was that of another model', () => {
    const usage = usageOf((b) => {
      b.reply(tokens(360_000, 'claude-opus-5'));
      b.boundary({ preTokens: 361_000 });
      b.reply(opus(130_000));
    });
    expect(usage).toMatchObject({ window: 200_000, percent: 65, confidence: 'low' });
  });
});

describe('lines after the newest reply', () => {
  test('a reply of more than 4 MB is read', () => {
    const usage = usageOf((b) => {
      b.reply(tokens(10_000));
      b.reply({ ...tokens(90_000), content: [{ type: 'text', text: 'x'.repeat(5_000_000) }] });
    });
    expect(usage).toMatchObject({ tokens: 90_000, confidence: 'high', skipped: [] });
  });

  test('a damaged one that may be a reply lowers the confidence and is listed', () => {
    const b = transcriptBuilder();
    b.reply(tokens(10_000));
    const first = b.toString();
    const usage = usageOfText(`${first}{"type":"assistant","message":{"usage":{"input\nnull\n`);
    const offset = Buffer.byteLength(first);
    expect(usage).toMatchObject({ tokens: 10_000, confidence: 'low' });
    expect(usage.skipped).toEqual([
      { offset: offset + 47, bytes: 4, reason: 'not-an-object' },
      { offset, bytes: 46, reason: 'damaged' },
    ]);
  });

  test('a torn one is still being written: the figure stands', () => {
    const b = transcriptBuilder();
    b.reply(tokens(10_000));
    const usage = usageOfText(`${b.toString()}{"type":"assistant","message":{"usage":{"in`);
    expect(usage).toMatchObject({ confidence: 'high', skipped: [{ reason: 'torn' }] });
  });

  test('two objects on one line are two lines', () => {
    const b = transcriptBuilder();
    b.prompt('a "}{" in words');
    b.reply(tokens(10_000));
    expect(usageOfText(b.lines().join(''))).toMatchObject({ tokens: 10_000, skipped: [] });
  });
});

describe('after a rewind the figure is said to be old', () => {
  test('when the last prompt hangs on what was before the reply', () => {
    const usage = usageOf((b) => {
      const first = b.reply(tokens(10_000));
      b.prompt('do much');
      b.reply(tokens(90_000));
      b.continueFrom(first);
      b.prompt('do something else');
    });
    expect(usage).toMatchObject({ tokens: 90_000, isStale: true, confidence: 'low' });
    const atStart = usageOf((b) => {
      b.reply(tokens(90_000));
      b.continueFrom(null);
      b.prompt('from the start');
    });
    expect(atStart.isStale).toBe(true);
  });

  test('but not when the work goes on, with tools, notices and commands between', () => {
    const usage = usageOf((b) => {
      b.prompt('go');
      b.toolUse('a', 'Bash', {});
      b.reply({ ...tokens(90_000), content: [{ type: 'tool_use', id: 'b', name: 'Bash' }] });
      b.toolResult('b', 'ok');
      b.toolResult('a', 'ok');
      b.line({ type: 'system', subtype: 'turn_duration' });
      b.prompt('go on');
    });
    expect(usage).toMatchObject({ isStale: false, confidence: 'high' });
  });
});

function afterCompaction(preTokens: number): ContextUsage {
  return usageOf(
    (b) => {
      b.reply(tokens(190_000));
      b.boundary({ preTokens, postTokens: 20_000 });
    },
    { window: 200_000 },
  );
}

test('the estimate after a compaction is below what was compacted, and within the window', () => {
  expect(afterCompaction(191_000).estimate).toEqual({ tokens: 191_000, percent: 95.5 });
  expect(afterCompaction(900_000).estimate).toEqual({ tokens: 200_000, percent: 100 });
});

test('figures that cannot be are nothing', () => {
  expect(usageOf((b) => b.reply(tokens(1e300)))).toMatchObject({ tokens: null });
  for (const window of [5, 1e-300, 1e300]) {
    expect(usageOf((b) => b.reply(tokens(50_000)), { window }).window).toBe(200_000);
    const statusLine = { context_window_size: window };
    expect(usageOf((b) => b.reply(tokens(50_000)), { statusLine }).window).toBe(200_000);
  }
});

test("a teammate's line is not the main line's, and a sub-agent's own file is known by its name", () => {
  const usage = usageOf((b) => {
    b.reply(tokens(50_000));
    b.reply(tokens(90_000), { teamName: 'team' });
  });
  expect(usage.tokens).toBe(50_000);
  const b = transcriptBuilder();
  b.reply(tokens(30_000), { isSidechain: true, agentId: 'a1' });
  expect(usageOfText(b.toString(), {}, 'agent-a1.jsonl').tokens).toBe(30_000);
});
