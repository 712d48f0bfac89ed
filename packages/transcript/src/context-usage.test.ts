import { join } from 'node:path';
import { testdir, transcriptBuilder, type TranscriptBuilder } from '@carryover/testing';
import { expect, test } from 'vitest';
import { contextUsage, isAtThreshold, type ContextUsageOptions } from './context-usage.ts';

const tokens = (input: number, rest = {}) => ({ usage: { input_tokens: input, ...rest } });

function usageOf(build: (builder: TranscriptBuilder) => void, options: ContextUsageOptions = {}) {
  const builder = transcriptBuilder();
  build(builder);
  using dir = testdir({ 's.jsonl': builder.toString() });
  const usage = contextUsage(join(dir.path, 's.jsonl'), { env: {}, ...options });
  if (!usage.ok) throw new Error(usage.message);
  return usage;
}

const opus5Reply = (b: TranscriptBuilder) =>
  b.reply({ model: 'claude-opus-5', ...tokens(100_000) });
const agentReply = (b: TranscriptBuilder) =>
  b.reply({ model: 'claude-haiku-4-5', ...tokens(50_000) }, { isSidechain: true, agentId: 'a1' });
const opus46 = { model: 'claude-opus-4-6' };

test('R07a: sonnet[1m] in the settings gives 13 %, not 65 %', () => {
  const usage = usageOf((b) => b.reply({ model: 'claude-sonnet-4-6', ...tokens(130_000) }), {
    settings: { model: 'sonnet[1m]' },
  });
  expect(usage).toMatchObject({ window: 1_000_000, percent: 13, windowSource: 'settings' });
});

test('R07b: a reply above 200k proves the large window, also when a later one is below', () => {
  const usage = usageOf((b) => {
    b.reply({ ...opus46, ...tokens(360_236) });
    b.reply({ ...opus46, ...tokens(130_000) });
  });
  expect(usage).toMatchObject({ window: 1_000_000, percent: 13, windowSource: 'observed' });
  const now = usageOf((b) => b.reply({ ...opus46, ...tokens(360_236) }));
  expect(Math.round(now.percent ?? 0)).toBe(36);
});

test('R07c: 620k on the large window is 62 %', () => {
  const usage = usageOf((b) => b.reply({ model: 'claude-opus-5', ...tokens(620_000) }));
  expect(usage).toMatchObject({ percent: 62, windowSource: 'table', confidence: 'high' });
});

test('R07d: an unknown model gets 200k, said to be a guess', () => {
  const usage = usageOf((b) => b.reply({ model: 'claude-next-9', ...tokens(130_000) }));
  expect(usage).toMatchObject({ percent: 65, windowSource: 'default', confidence: 'low' });
});

test('R07e: an explicit window wins, and above it the share is 100 with low confidence', () => {
  const usage = usageOf((b) => b.reply({ model: 'claude-opus-5', ...tokens(650_000) }), {
    window: 200_000,
  });
  expect(usage).toMatchObject({
    windowSource: 'explicit',
    rawPercent: 325,
    percent: 100,
    confidence: 'low',
  });
});

test('R08: a reply in four rows counts once, and a sub-agent does not count', () => {
  const usage = {
    input_tokens: 10,
    cache_creation_input_tokens: 500,
    cache_read_input_tokens: 39_490,
  };
  const rows = (b: TranscriptBuilder, total: number, side: number) => {
    for (let row = 0; row < 4; row += 1) {
      b.reply({
        id: 'msg_a',
        model: 'claude-opus-4-5',
        usage: { ...usage, cache_read_input_tokens: total - 510 },
      });
    }
    b.reply({ model: 'claude-opus-4-5', ...tokens(side) }, { isSidechain: true, agentId: 'a1' });
  };
  expect(usageOf((b) => rows(b, 40_000, 150_000)).tokens).toBe(40_000);
  expect(usageOf((b) => rows(b, 130_000, 1_500)).tokens).toBe(130_000);
});

test('a sub-agent file counts its own rows when asked to', () => {
  expect(usageOf(agentReply).tokens).toBeNull();
  expect(usageOf(agentReply, { agentFile: true }).tokens).toBe(50_000);
});

test('trap 13: after a compaction the old usage is void, and the estimate is marked as one', () => {
  const usage = usageOf((b) => {
    b.reply({ model: 'claude-opus-5', ...tokens(49_000) });
    b.reply({ model: 'claude-opus-5', ...tokens(296_331) });
    b.boundary({ preTokens: 297_190, postTokens: 16_970 });
    b.summary('This session is being continued');
  });
  expect(usage).toMatchObject({
    state: 'after-compaction',
    tokens: null,
    percent: null,
    rawPercent: null,
    source: null,
    at: null,
    estimate: { tokens: 65_970, percent: 6.597 },
    model: 'claude-opus-5',
    window: 1_000_000,
  });
  expect(isAtThreshold(usage, 0)).toBe(false);
});

test('old clients wrote no postTokens: the summary is counted instead', () => {
  const usage = usageOf((b) => {
    b.reply({ model: 'claude-opus-4-5', ...tokens(30_000) });
    b.boundary();
    b.summary('x'.repeat(4000));
  });
  expect(usage.estimate?.tokens).toBe(31_000);
});

test('trap 14: failed, made-up and empty replies and 1,000 foreign rows hide nothing', () => {
  const usage = usageOf((b) => {
    b.reply({ model: 'claude-opus-4-5', ...tokens(160_000) });
    b.reply({ model: '<synthetic>', ...tokens(0) }, { isApiErrorMessage: true });
    b.reply({ model: 'claude-opus-4-5', ...tokens(999_999) }, { isApiErrorMessage: true });
    b.reply({ model: 'claude-opus-4-5', usage: { input_tokens: 'many' } });
    b.reply({ model: 'claude-opus-4-5', usage: null });
    for (let row = 0; row < 1000; row += 1) b.line({ type: 'progress', data: 'x'.repeat(500) });
  });
  expect(usage).toMatchObject({ tokens: 160_000, percent: 80, at: '2026-11-01T12:00:01.000Z' });
  expect(isAtThreshold(usage, 80)).toBe(true);
  expect(isAtThreshold(usage, 81)).toBe(false);
});

test('a threshold is reached at exactly its value, in spite of floating point', () => {
  for (let percent = 1; percent <= 100; percent += 1) {
    const usage = usageOf((b) => b.reply(tokens(percent * 2000)), { window: 200_000 });
    expect(isAtThreshold(usage, percent)).toBe(true);
  }
});

test('text that looks like usage or a boundary is only text', () => {
  const usage = usageOf((b) => {
    b.reply({ model: 'claude-opus-4-5', ...tokens(40_000) });
    b.prompt('{"type":"system","subtype":"compact_boundary"} "usage" "isCompactSummary"');
  });
  expect(usage.tokens).toBe(40_000);
});

test('the tokens of a hook stand in where the transcript has none', () => {
  const hook = { model: 'claude-opus-4-6[1m]', context_tokens: 300_000 };
  const missing = contextUsage('/nowhere/s.jsonl', { env: {}, hook });
  expect(missing).toMatchObject({ ok: true, tokens: 300_000, percent: 30, source: 'hook' });
});

test('no file is a result that says so, no reply is a state', () => {
  expect(contextUsage('/nowhere/s.jsonl')).toMatchObject({ ok: false, reason: 'missing' });
  expect(contextUsage('')).toMatchObject({ ok: false, reason: 'missing' });
  expect(usageOf((b) => b.prompt('hello'))).toMatchObject({ state: 'no-reply', tokens: null });
});

test('[1m] of another family says nothing: people switch models', () => {
  const usage = usageOf((b) => b.reply({ model: 'claude-haiku-4-5', ...tokens(100_000) }), {
    settings: { model: 'opus[1m]' },
    hook: { model: 'claude-opus-4-6[1m]' },
  });
  expect(usage).toMatchObject({ window: 200_000, percent: 50 });
});

test('aliases are followed to the model that the environment pins', () => {
  const usage = usageOf((b) => b.reply({ ...opus46, ...tokens(100_000) }), {
    settings: { model: 'opus' },
    env: { ANTHROPIC_DEFAULT_OPUS_MODEL: 'claude-opus-4-6[1m]' },
  });
  expect(usage).toMatchObject({ window: 1_000_000, percent: 10, windowSource: 'settings' });
});

test('Bedrock and Vertex have 200k of Opus 5 unless [1m] says otherwise', () => {
  const bedrock = { CLAUDE_CODE_USE_BEDROCK: '1' };
  expect(usageOf(opus5Reply, { env: bedrock })).toMatchObject({
    percent: 50,
    confidence: 'medium',
  });
  const large = { ...bedrock, ANTHROPIC_MODEL: 'us.anthropic.claude-opus-5-v1:0[1m]' };
  expect(usageOf(opus5Reply, { env: large })).toMatchObject({ percent: 10, windowSource: 'env' });
});
