import { appendFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { testdir, transcriptBuilder, type TranscriptBuilder } from '@carryover/testing';
import { expect, test } from 'vitest';
import { contextUsage, type ContextUsage, type ContextUsageOptions } from './context-usage.ts';

/**
 * Wrong figures that people reported of tools in this field, each with an input that leads to it. The
 * reports are named; "wrong" is what was shown, as far as the report says it.
 */
type Report = {
  report: string;
  wrong: string;
  build: (b: TranscriptBuilder) => void;
  options?: ContextUsageOptions;
  right: Partial<ContextUsage>;
};

const reply = (b: TranscriptBuilder, model: string, usage: Record<string, number>, rest = {}) =>
  b.reply({ model, usage }, rest);
const read = (tokens: number) => ({ input_tokens: 2, cache_read_input_tokens: tokens - 2 });

const reports: Report[] = [
  {
    report: 'ccusage#504, anthropics/claude-code#8673, #13997: stale after a compaction',
    wrong: 'the figure from before it',
    build: (b) => {
      reply(b, 'claude-opus-4-5', read(180_000));
      b.boundary();
      b.summary('summary');
    },
    right: { tokens: null, percent: null, state: 'after-compaction' },
  },
  {
    report: 'bipartite#161: 494,842 shown after the context had become 57.1k',
    wrong: '494,842 tokens',
    build: (b) => {
      reply(b, 'claude-opus-5', read(494_842));
      b.boundary();
      reply(b, 'claude-opus-5', read(57_100));
    },
    right: { tokens: 57_100 },
  },
  {
    report: 'ccstatusline#233, #171, abtop#109: a 1M session measured by 200k',
    wrong: '325 % for 65 %',
    build: (b) => reply(b, 'claude-opus-4-6', read(650_000)),
    right: { percent: 65, window: 1_000_000, windowSource: 'observed' },
  },
  {
    report: 'claude-pulse#4: 648 %',
    wrong: '648 %',
    build: (b) => reply(b, 'claude-sonnet-4-6', read(129_600)),
    options: { window: 20_000 },
    right: { percent: 100, rawPercent: 648, confidence: 'low' },
  },
  {
    report: 'anthropics/claude-code#73399: Fable 5.1 at 100 %',
    wrong: '100 %',
    build: (b) => reply(b, 'claude-fable-5-1', read(200_000)),
    right: { percent: 20, window: 1_000_000, confidence: 'high' },
  },
  {
    report: 'Claude Code 2.1.117: Opus 4.7 measured by 200k',
    wrong: '50 %',
    build: (b) => reply(b, 'claude-opus-4-7', read(100_000)),
    right: { percent: 10 },
  },
  {
    report: 'agentrove#231, anthropics/claude-code#73710: a sub-agent overwrote the main line',
    wrong: '15,000 tokens of 200k',
    build: (b) => {
      reply(b, 'claude-opus-5', read(700_000));
      reply(b, 'claude-haiku-4-5', read(15_000), { isSidechain: true, agentId: 'a1' });
    },
    right: { tokens: 700_000, percent: 70, model: 'claude-opus-5' },
  },
  {
    report: 'abtop#56: cache creation left out',
    wrong: '40,002 tokens',
    build: (b) =>
      reply(b, 'claude-opus-5', {
        input_tokens: 2,
        cache_creation_input_tokens: 60_000,
        cache_read_input_tokens: 40_000,
      }),
    right: { tokens: 100_002 },
  },
  {
    report: 'claude-powerline: fully cached turns, with 0 input tokens, passed over',
    wrong: '20,000 tokens',
    build: (b) => {
      reply(b, 'claude-opus-5', read(20_000));
      reply(b, 'claude-opus-5', { input_tokens: 0, cache_read_input_tokens: 90_000 });
    },
    right: { tokens: 90_000 },
  },
  {
    report:
      'anthropics/claude-code#87303, ccusage#389, #938: one reply in four rows counted four times',
    wrong: '160,000 tokens',
    build: (b) => {
      for (let row = 0; row < 4; row += 1) {
        b.reply({ id: 'msg_1', model: 'claude-opus-4-5', usage: read(40_000) });
      }
    },
    right: { tokens: 40_000, percent: 20 },
  },
  {
    report: 'anthropics/claude-code#13820: the figure jumps while sub-agents run',
    wrong: 'the sum of both',
    build: (b) => {
      reply(b, 'claude-opus-4-5', read(60_000));
      reply(b, 'claude-opus-4-5', read(50_000), { agentId: 'a1' });
      b.toolResult('t1', 'done');
    },
    right: { tokens: 60_000 },
  },
  {
    report: 'anthropics/claude-code#63447: sonnet[1m] in the settings, a plain id in the rows',
    wrong: '65 %',
    build: (b) => reply(b, 'claude-sonnet-4-6', read(130_000)),
    options: { settings: { model: 'sonnet[1m]' } },
    right: { percent: 13 },
  },
];

const statusLine = (rest: Record<string, unknown>) => ({
  statusLine: { context_window: { context_window_size: 200_000, ...rest } },
});

reports.push(
  {
    report: 'ccusage#666: 130,000 tokens of Sonnet 4.5 divided by a million',
    wrong: '13 %',
    build: (b) => reply(b, 'claude-sonnet-4-5-20250929', read(130_000)),
    right: { percent: 65, window: 200_000 },
  },
  {
    report: 'ccusage#823, PR #923: the sum of the session taken for what is in the context',
    wrong: 'total_input_tokens of the status line',
    build: (b) => reply(b, 'claude-opus-4-5', read(56_000)),
    options: statusLine({ total_input_tokens: 3_702_900, total_output_tokens: 540_180 }),
    right: { tokens: 56_000, percent: 28, windowSource: 'statusline' },
  },
  {
    report: 'claude-hud#21, #48: a reserve of 45,000 added to what is used',
    wrong: '51 %',
    build: (b) => reply(b, 'claude-opus-4-5', read(56_000)),
    right: { percent: 28, compactsAt: 167_000 },
  },
  {
    report: 'oh-my-posh#7097: cache reads left out',
    wrong: '36,424 tokens',
    build: (b) =>
      reply(b, 'claude-opus-4-5', {
        input_tokens: 8,
        output_tokens: 3,
        cache_creation_input_tokens: 287,
        cache_read_input_tokens: 62_539,
      }),
    options: statusLine({ total_input_tokens: 22_800, total_output_tokens: 13_624 }),
    right: { tokens: 62_834 },
  },
);

test.each(reports)('$report', ({ build, options, right }) => {
  const builder = transcriptBuilder();
  build(builder);
  using dir = testdir({ 's.jsonl': builder.toString() });
  expect(contextUsage(join(dir.path, 's.jsonl'), { env: {}, ...options })).toMatchObject(right);
});

test('R15, ccstatusline#550, better-ccusage#53: a file beyond the string limit is read like any other', () => {
  const b = transcriptBuilder();
  reply(b, 'claude-opus-5', read(250_000));
  b.prompt('go on');
  using dir = testdir({ 's.jsonl': b.lines()[0] ?? '' });
  const path = join(dir.path, 's.jsonl');
  // The rest is a hole of zeros, so that the test needs no 600 MB of disk.
  truncateSync(path, 600_000_000);
  appendFileSync(path, `\n${b.toString()}`);
  const start = performance.now();
  expect(contextUsage(path, { env: {} })).toMatchObject({ tokens: 250_000, percent: 25 });
  expect(performance.now() - start).toBeLessThan(300);
});
