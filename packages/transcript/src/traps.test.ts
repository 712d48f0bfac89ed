import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testdir, transcriptBuilder, workSession } from '@carryover/testing';
import { describe, expect, test } from 'vitest';
import { condense } from './condense.ts';
import { contextUsage, isAtThreshold } from './context-usage.ts';

/**
 * What goes wrong in the plugins that do this job today, as far as it concerns transcripts. Traps
 * 1, 2 and 5 to 8 are in `condense.test.ts`, 3 in `tool-calls.test.ts`, 4 in `content-blocks.test.ts`.
 */

function usageOf(tokens: unknown, options = {}, model = 'claude-opus-5') {
  const b = transcriptBuilder();
  b.reply({ model, usage: { input_tokens: tokens } });
  using dir = testdir({ f: b.toString() });
  return contextUsage(join(dir.path, 'f'), { env: {}, ...options });
}

test('trap 9: no process is started, and a normal session takes far less than a second', () => {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const sources = readdirSync(folder).filter((file) => !file.endsWith('.test.ts'));
  for (const file of sources) {
    expect(readFileSync(join(folder, file), 'utf8')).not.toMatch(/child_process|worker_threads/);
  }
  using dir = testdir({ f: [...workSession({ prompts: 20, bytes: 2_000_000 })].join('') });
  const start = process.cpuUsage();
  condense(join(dir.path, 'f'));
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1000).toBeLessThan(1000);
});

describe('trap 12: the window is not always 200k', () => {
  test('130k of a 1M session is 13 %, not 65 %; 450k is 45 %, not 225 %', () => {
    expect(usageOf(130_000)).toMatchObject({ percent: 13 });
    expect(usageOf(450_000)).toMatchObject({ percent: 45 });
  });
});

describe('trap 13: the usage from before a compaction is void', () => {
  test('silent after the boundary, silent at 5k, 15 % at 150k of 1M', () => {
    const b = transcriptBuilder();
    const model = 'claude-opus-5';
    b.reply({ model, usage: { input_tokens: 850_000 } });
    b.boundary();
    using dir = testdir({ after: b.toString() });
    const path = join(dir.path, 'after');
    expect(isAtThreshold(contextUsage(path, { env: {} }), 1)).toBe(false);
    expect(usageOf(5000)).toMatchObject({ percent: 0.5 });
    expect(usageOf(150_000)).toMatchObject({ percent: 15 });
  });
});

describe('trap 14: odd numbers', () => {
  test('fractions count, and words, negative and endless ones are nothing', () => {
    expect(usageOf(100_000.5)).toMatchObject({ tokens: 100_000.5 });
    for (const odd of ['160000', -5, null, {}, true]) {
      expect(usageOf(odd)).toMatchObject({ tokens: null, state: 'no-reply' });
    }
  });

  test('a window or threshold that is no number never gives a wrong answer', () => {
    for (const window of [Number.NaN, -1, 0, Infinity]) {
      expect(usageOf(130_000, { window })).toMatchObject({ window: 1_000_000, percent: 13 });
    }
    expect(isAtThreshold(usageOf(130_000), Number.NaN)).toBe(false);
    const env = { CLAUDE_CODE_MAX_CONTEXT_TOKENS: 'many', CLAUDE_AUTOCOMPACT_PCT_OVERRIDE: 'abc' };
    expect(usageOf(130_000, { env }, 'other')).toMatchObject({
      window: 200_000,
      compactsAt: 167_000,
    });
  });
});

test('trap 15: reading the usage writes nothing, so any number of readers agree', () => {
  const b = transcriptBuilder();
  b.reply({ model: 'claude-opus-5', usage: { input_tokens: 900_000 } });
  using dir = testdir({ f: b.toString() });
  const path = join(dir.path, 'f');
  const results = Array.from({ length: 4 }, () => contextUsage(path, { env: {} }));
  expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
  expect(readdirSync(dir.path)).toEqual(['f']);
});

test('trap 16: usage is known in the middle of a turn, with the way to the automatic compaction', () => {
  const b = transcriptBuilder();
  b.prompt('go');
  b.reply({ model: 'claude-opus-4-5', usage: { input_tokens: 80_000 } });
  b.toolUse('t', 'Bash', {});
  b.reply({ model: 'claude-opus-4-5', usage: { input_tokens: 150_000, output_tokens: 9000 } });
  b.toolResult('t', 'x'.repeat(100_000));
  using dir = testdir({ f: b.toString() });
  const usage = contextUsage(join(dir.path, 'f'), { env: {} });
  expect(usage).toMatchObject({ tokens: 150_000, percent: 75, compactsAt: 167_000 });
});
