import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testdir, transcriptBuilder } from '@carryover/testing';
import { describe, expect, test } from 'vitest';
import { compactionPoint } from './compaction-point.ts';
import { contextUsage, isAtThreshold } from './context-usage.ts';
import { resolveWindow } from './context-window.ts';

type Fields = Record<string, unknown>;
type Vectors = {
  usage: {
    id: string;
    lines: { mid?: string; model?: string; boundary?: Fields; usage?: Fields }[];
    window: number;
    ctx: number | null;
    pct?: number;
    display?: number;
    state?: string;
  }[];
  window: {
    model: string;
    maxSeenCtx: number;
    hint?: string | null;
    env?: Record<string, string>;
    bridge?: Fields;
    window: number;
    source: string;
    confidence?: string;
  }[];
  autoCompactThreshold: {
    window?: number;
    maxOutput?: number;
    reserveAllOutput?: boolean;
    autoCompactWindow?: number;
    pctOverride?: number;
    threshold?: number;
    env?: string;
    clamped?: number;
  }[];
};

const file = new URL('../fixtures/usage-vectors.json', import.meta.url);
const vectors: Vectors = JSON.parse(readFileSync(file, 'utf8'));

describe('usage', () => {
  test.each(vectors.usage)('$id', (vector) => {
    const builder = transcriptBuilder();
    for (const { mid, model, boundary, usage, ...fields } of vector.lines) {
      if (boundary) builder.boundary(boundary);
      else builder.reply({ model, usage, ...(mid && { id: mid }) }, fields);
    }
    using dir = testdir({ 's.jsonl': builder.toString() });
    const usage = contextUsage(join(dir.path, 's.jsonl'), { window: vector.window, env: {} });
    if (!usage.ok) throw new Error(usage.message);
    const { ctx, display, pct, state = 'known' } = vector;
    const raw = pct ?? (ctx === null ? null : (ctx * 100) / vector.window);
    expect(usage).toMatchObject({ tokens: ctx, rawPercent: raw, state });
    expect(Math.round(usage.percent ?? 0)).toBe(display ?? Math.min(100, Math.round(raw ?? 0)));
    expect(usage.confidence).toBe((raw ?? 0) > 100 ? 'low' : 'high');
    expect(isAtThreshold(usage, raw ?? 0)).toBe(raw !== null);
    expect(isAtThreshold(usage, (raw ?? 0) + 0.001)).toBe(false);
  });
});

describe('window', () => {
  test.each(vectors.window)('$model, $maxSeenCtx seen: $source', (vector) => {
    const { model, maxSeenCtx, hint, env = {}, bridge, confidence } = vector;
    const resolved = resolveWindow(
      { model, maxTokens: maxSeenCtx },
      { env, statusLine: bridge, hook: { model: hint } },
    );
    expect(resolved).toEqual({
      window: vector.window,
      source: vector.source.replace('observed>200k', 'observed'),
      confidence: confidence ?? 'high',
    });
  });
});

describe('automatic compaction point', () => {
  test.each(vectors.autoCompactThreshold)('%o', (vector) => {
    const env: Record<string, string> = {};
    if (vector.env) env['CLAUDE_CODE_AUTO_COMPACT_WINDOW'] = vector.env;
    if (vector.pctOverride) env['CLAUDE_AUTOCOMPACT_PCT_OVERRIDE'] = String(vector.pctOverride);
    const point = compactionPoint({
      window: vector.window ?? 1_000_000,
      maxOutputTokens: vector.maxOutput,
      reservesAllOutput: vector.reserveAllOutput,
      settings: { autoCompactWindow: vector.autoCompactWindow },
      env,
    });
    const expected = vector.threshold ?? (vector.clamped ?? 0) - 20_000 - 13_000;
    expect(point).toBe(expected);
  });

  test('it is undefined where automatic compaction is off', () => {
    const window = 200_000;
    expect(compactionPoint({ window, env: { DISABLE_COMPACT: '1' } })).toBeUndefined();
    expect(compactionPoint({ window, env: { DISABLE_AUTO_COMPACT: 'true' } })).toBeUndefined();
    const settings = { autoCompactEnabled: false };
    expect(compactionPoint({ window, env: {}, settings })).toBeUndefined();
  });

  test("a model's own setting goes before the general one, the environment before both", () => {
    const settings = {
      autoCompactWindow: 300_000,
      modelSettings: { 'claude-opus-5': { autoCompactWindow: 400_000 } },
    };
    const input = { window: 1_000_000, model: 'claude-opus-5', settings };
    expect(compactionPoint({ ...input, env: {} })).toBe(367_000);
    expect(compactionPoint({ ...input, model: 'claude-opus-4-8', env: {} })).toBe(267_000);
    const env = { CLAUDE_CODE_AUTO_COMPACT_WINDOW: '500000' };
    expect(compactionPoint({ ...input, env })).toBe(467_000);
  });
});
