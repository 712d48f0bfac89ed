import { appendFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sessionFromSteps, testdir, transcriptBuilder, type SessionStep } from '@carryover/testing';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { condense } from './condense.ts';
import { contextUsage } from './context-usage.ts';
import { describeSession } from './describe-session.ts';
import { isCompactBoundary, isSidechain, type TranscriptEntry } from './entry.ts';
import { scanTranscript, type ScanOptions } from './scan-transcript.ts';
import { streamTranscript } from './stream-transcript.ts';
import { replyUsage } from './usage-tokens.ts';

const step: fc.Arbitrary<SessionStep> = fc.oneof(
  fc.record({ kind: fc.constant('turn'), tools: fc.nat(3), isParallel: fc.boolean() }),
  fc.record({ kind: fc.constant('rewind'), pick: fc.nat(9) }),
  fc.record({
    kind: fc.constant('compact'),
    kept: fc.integer({ min: 1, max: 3 }),
    isOld: fc.boolean(),
  }),
  fc.constantFrom<SessionStep>({ kind: 'mid-turn' }, { kind: 'command' }, { kind: 'agent' }),
);
const oddLine = fc.constantFrom(
  '',
  '   ',
  '{"torn":',
  '[1]',
  'null',
  'no json',
  '{"é":"日本"}',
  '\0\0\0',
);

/** A session with odd lines in it, as lines. */
const session = fc
  .tuple(
    fc.array(step, { maxLength: 6 }),
    fc.array(fc.tuple(fc.nat(30), oddLine), { maxLength: 4 }),
  )
  .map(([steps, odd]) => {
    const lines = sessionFromSteps(steps).lines();
    for (const [place, line] of odd) lines.splice(place % (lines.length + 1), 0, line);
    return lines;
  });

function facts(path: string, options: ScanOptions = {}) {
  const seen: unknown[] = [];
  const result = scanTranscript(
    path,
    [
      {
        entry: (entry, { offset }) => seen.push([entry.uuid, offset]),
        skipped: ({ offset, reason }) => seen.push([reason, offset]),
      },
    ],
    options,
  );
  if (!result.ok) throw new Error(result.message);
  return { seen, offset: result.offset };
}

test('chunks from one byte up give equal entries and skips', () => {
  fc.assert(
    fc.property(session, fc.integer({ min: 1, max: 300 }), (lines, chunkBytes) => {
      using dir = testdir({ f: lines.join('\n') });
      const path = join(dir.path, 'f');
      expect(facts(path, { chunkBytes })).toEqual(facts(path));
    }),
    { numRuns: 60 },
  );
});

test('a prefix and the rest give the facts of the whole, wherever the cut is', () => {
  fc.assert(
    fc.property(session, fc.constantFrom('\n', '\r\n'), fc.nat(), (lines, feed, place) => {
      const bytes = Buffer.from(`\uFEFF${lines.join(feed)}${feed}`);
      using dir = testdir({ whole: bytes, part: bytes.subarray(0, place % (bytes.length + 1)) });
      const path = join(dir.path, 'part');
      const first = facts(path);
      writeFileSync(path, bytes);
      const second = facts(path, { from: first.offset });
      const kept = first.seen.filter((fact) => !Array.isArray(fact) || fact[0] !== 'torn');
      expect([...kept, ...second.seen]).toEqual(facts(join(dir.path, 'whole')).seen);
    }),
  );
});

test('CRLF, BOM and a missing last line feed change no fact', () => {
  fc.assert(
    fc.property(session, (lines) => {
      const text = `${lines.join('\n')}\n`;
      using dir = testdir({ plain: text, odd: `\uFEFF${lines.join('\r\n')}` });
      const [plain, odd] = ['plain', 'odd'].map((name) => {
        const path = join(dir.path, name);
        const description = describeSession(path);
        const digest = condense(path, { budget: 2000 });
        const all = { offset: 0, skipped: [], ...contextUsage(path, { env: {} }) };
        const { offset: _, skipped: __, ...usage } = all;
        return {
          usage,
          turns: description.ok && [description.turns, description.tools, description.compactions],
          digest: digest.ok && digest.text,
        };
      });
      expect(odd).toEqual(plain);
    }),
    { numRuns: 60 },
  );
});

test('arbitrary bytes never throw, in no function', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      using dir = testdir({ f: bytes });
      const path = join(dir.path, 'f');
      expect(facts(path).offset).toBeLessThanOrEqual(bytes.length);
      expect(contextUsage(path, { env: {} }).ok).toBe(true);
      expect(describeSession(path).ok).toBe(true);
      expect(condense(path).ok).toBe(true);
    }),
    { numRuns: 60 },
  );
});

/** The usage by parsing everything, without probes and without the tail. */
function slowUsage(path: string): number | null {
  let tokens: number | null = null;
  scanTranscript(path, [
    {
      entry(entry: TranscriptEntry) {
        if (isSidechain(entry)) return;
        if (isCompactBoundary(entry)) tokens = null;
        tokens = replyUsage(entry)?.tokens ?? tokens;
      },
    },
  ]);
  return tokens;
}

test('usage from the tail, with its byte probes, equals that of a full parse', () => {
  const usage = fc.record({ input_tokens: fc.nat(300_000), cache_read_input_tokens: fc.nat(9) });
  const line = fc.oneof(
    usage.map((u) => ({ type: 'assistant', message: { model: 'claude-opus-5', usage: u } })),
    fc.constantFrom<Record<string, unknown>>(
      { type: 'assistant', message: { model: '<synthetic>', usage: { input_tokens: 1 } } },
      { type: 'assistant', message: { model: 'm', usage: { input_tokens: 0 } } },
      { type: 'assistant', isSidechain: true, message: { usage: { input_tokens: 77 } } },
      { type: 'system', subtype: 'compact_boundary' },
      { type: 'user', message: { content: '"usage" "compact_boundary" \\"usage\\"' } },
      { type: 'progress', data: 'x'.repeat(70_000) },
    ),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      using dir = testdir({ f: lines.map((fields) => JSON.stringify(fields)).join('\n') });
      const path = join(dir.path, 'f');
      const fast = contextUsage(path, { env: {} });
      expect(fast.ok && fast.tokens).toBe(slowUsage(path));
    }),
  );
});

test('a file that grows while it is read is read up to the size it had', () => {
  const b = transcriptBuilder();
  for (let number = 0; number < 10; number += 1) b.prompt(`p${number}`);
  using dir = testdir({ f: b.toString() });
  const path = join(dir.path, 'f');
  let entries = 0;
  const grow = {
    entry() {
      entries += 1;
      appendFileSync(path, '{"type":"user"}\n');
    },
  };
  const result = scanTranscript(path, [grow], { chunkBytes: 64 });
  expect(entries).toBe(10);
  expect(scanTranscript(path, [], { from: result.ok ? result.offset : 0 })).toMatchObject({
    entries: 10,
  });
});

test('a file that shrinks while it is read ends at its new end', async () => {
  const b = transcriptBuilder();
  for (let number = 0; number < 100; number += 1) b.prompt(`p${number}`);
  using dir = testdir({ f: b.toString() });
  const path = join(dir.path, 'f');
  const shrink = { chunk: () => truncateSync(path, 300) };
  expect(await streamTranscript(path, [shrink], { chunkBytes: 200 })).toMatchObject({ ok: true });
  writeFileSync(path, b.toString());
  const inPass = { entry: () => truncateSync(path, 300) };
  expect(scanTranscript(path, [inPass], { chunkBytes: 500 })).toMatchObject({ ok: true });
});
