import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { contextUsage, type ContextUsage } from './context-usage.ts';
import { isCompactBoundary } from './entry.ts';
import { scanTranscript } from './scan-transcript.ts';

const fixtures = fileURLToPath(new URL('../fixtures/client-2.1.332', import.meta.url));

/** Recorded from the client's own status line, while the session beside it was going on. */
type Recorded = {
  context: string;
  updates: { context_window: { context_window_size: number; used_percentage: number | null } }[];
};

function usageOf(bytes: Uint8Array): ContextUsage {
  using dir = testdir({ 's.jsonl': bytes });
  const usage = contextUsage(join(dir.path, 's.jsonl'), { env: {} });
  if (!usage.ok) throw new Error(usage.message);
  return usage;
}

test("the percent is that of the client's status line and of /context", () => {
  const folder = join(fixtures, 'status-line');
  const recorded: Recorded = JSON.parse(readFileSync(join(folder, 'status-line.json'), 'utf8'));
  const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  const bytes = readFileSync(join(folder, file));
  let boundary = 0;
  let end = 0;
  scanTranscript(join(folder, file), [
    {
      entry(entry, position) {
        if (isCompactBoundary(entry)) [boundary, end] = [position.offset, position.next];
      },
    },
  ]);
  const shown = recorded.updates.map((update) => update.context_window.used_percentage);
  // Before the first reply, after it, after /compact, after the next reply.
  expect(shown).toEqual([null, 60, 0, 60]);
  const before = usageOf(bytes.subarray(0, boundary));
  expect(before).toMatchObject({ tokens: 120_510, window: 200_000 });
  expect(Math.round(before.percent ?? 0)).toBe(60);
  expect(recorded.context).toBe('120.5k/200k tokens (60%)');
  // The client says 0 % here, which no next request will have; we say that we do not know.
  expect(usageOf(bytes.subarray(0, end))).toMatchObject({
    tokens: null,
    state: 'after-compaction',
  });
  expect(Math.round(usageOf(bytes).percent ?? 0)).toBe(60);
});

test("the status line's window is taken as it is", () => {
  const statusLine = { context_window: { context_window_size: 200_000 } };
  expect(
    contextUsage('/nowhere', { env: {}, statusLine, hook: { context_tokens: 50_000 } }),
  ).toMatchObject({
    percent: 25,
    windowSource: 'statusline',
  });
});

/** SessionStart of the resumed and the forked session said `"context_tokens": 20030`. */
test.each(['a981634c-0148-47ce-bb74-b8717964d0d3', '90a9d977-c902-45dc-a2e9-cb83639ff9bf'])(
  'context_tokens of SessionStart are ours and the last output: %s',
  (session) => {
    const path = join(fixtures, 'resume', `${session}.jsonl`);
    const usage = contextUsage(path, { env: {} });
    let output = 0;
    scanTranscript(path, [
      {
        entry({ message }) {
          const text = JSON.stringify(message ?? {});
          output = Number(/"output_tokens":(\d+)/.exec(text)?.[1] ?? output);
        },
      },
    ]);
    expect(usage).toMatchObject({ tokens: 20_010 });
    expect(20_010 + output).toBe(20_030);
  },
);
