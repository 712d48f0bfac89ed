import { join } from 'node:path';
import { testdir, transcriptBuilder, workSession } from '@carryover/testing';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { condense, createCondenser, estimateTokens, type Digest } from './condense.ts';
import { digestKinds } from './digest-item.ts';
import { scanTranscript } from './scan-transcript.ts';

function digestOf(text: string, budget: number): Digest {
  using dir = testdir({ 's.jsonl': text });
  const digest = condense(join(dir.path, 's.jsonl'), { budget });
  if (!digest.ok) throw new Error(digest.message);
  return digest;
}

function promptsAndAnswers(prompts: readonly string[]): string {
  const b = transcriptBuilder();
  for (const [number, prompt] of prompts.entries()) {
    b.prompt(prompt);
    b.reply({ content: `We decided on number ${number}, and it took a while to get there.` });
    b.reply({ content: `Number ${number} is done now, and everything that belongs to it.` });
  }
  return b.toString();
}

const chinese = Array.from({ length: 12 }, (_, n) =>
  `第${n}个任务：请让读取器更快，但不要更改接口，并且为每个更改编写测试。`.repeat(3),
);
const manyLines = Array.from({ length: 12 }, (_, n) =>
  `\n\n# Task ${n}\n\n- one\n- two\n\n\n- three and more words\n`.repeat(4),
);

describe('prompts come first', () => {
  test.each([
    ['12 long Chinese prompts at 500 tokens', chinese, 500],
    ['12 prompts of many lines at 400 tokens', manyLines, 400],
    ['300 Chinese prompts at 4,000 tokens', Array.from({ length: 25 }, () => chinese).flat(), 4000],
  ])('%s are all there', (_name, prompts, budget) => {
    const numbered = prompts.map((text, number) => `${number}. ${text}`);
    const { coverage, text, tokens } = digestOf(promptsAndAnswers(numbered), budget);
    expect(coverage.prompt).toMatchObject({ kept: prompts.length, total: prompts.length });
    for (const number of prompts.keys()) expect(text).toContain(` ${number}. `.slice(0, 8));
    expect(tokens).toBeLessThanOrEqual(budget);
  });

  test('while a prompt is missing, nothing else is in the digest', () => {
    const prompts = fc.array(fc.string({ minLength: 1, maxLength: 300, unit: 'grapheme' }), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(prompts, fc.integer({ min: 0, max: 400 }), (texts, budget) => {
        const { coverage } = digestOf(promptsAndAnswers(texts), budget);
        if (coverage.prompt.kept === coverage.prompt.total) return;
        for (const kind of digestKinds.slice(1)) expect(coverage[kind].kept).toBe(0);
      }),
      { numRuns: 80 },
    );
  });
});

describe('the budget', () => {
  const session = [...workSession({ prompts: 12, bytes: 300_000 })].join('');

  test('is never exceeded, and spent where there is more to say', () => {
    for (const budget of [...Array.from({ length: 80 }, (_, n) => n), 100, 137, 500, 2000, 4000]) {
      const { tokens, text, lines } = digestOf(session, budget);
      expect(tokens).toBe(estimateTokens(text));
      expect(tokens).toBeLessThanOrEqual(budget);
      expect(tokens).toBeGreaterThan(budget < 100 ? -1 : budget * 0.95 - 5);
      expect(lines).toHaveLength(text === '' ? 0 : text.split('\n').length);
    }
  });

  test('of 0 gives nothing, and a very small one gives prompts without a heading', () => {
    expect(digestOf(session, 0)).toMatchObject({ text: '', lines: [], tokens: 0 });
    expect(digestOf(session, 20).text).toMatch(/^\[\d+\].*PROMPT/);
  });

  test('a larger one never gives fewer prompts', () => {
    const kept = Array.from(
      { length: 40 },
      (_, n) => digestOf(session, n * 8).coverage.prompt.kept,
    );
    expect(kept).toEqual(kept.toSorted((a, b) => a - b));
  });

  test('can be asked for again with another one', () => {
    using dir = testdir({ 's.jsonl': session });
    const condenser = createCondenser();
    scanTranscript(join(dir.path, 's.jsonl'), [condenser]);
    const first = condenser.finish(3000);
    expect(condenser.finish(500).tokens).toBeLessThanOrEqual(500);
    expect(condenser.finish(3000)).toEqual(first);
  });
});
