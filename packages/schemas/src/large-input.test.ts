import { expect, test } from 'vitest';
import { payload } from './fixtures/index.ts';
import { parseHookInput } from './index.ts';

const megabyte = 1_000_000;
const size = 50 * megabyte;

const list = (entries: string): string =>
  JSON.stringify(payload('PostToolBatch')).replace(/\[.*\]/, () => `[${entries}1]`);

/** Text of at least 50 MB each. */
const inputs: Record<string, () => string> = {
  'one long prompt': () =>
    JSON.stringify(payload('UserPromptSubmit', { prompt: 'x'.repeat(size) })),
  'a prompt full of escapes': () =>
    JSON.stringify(payload('UserPromptSubmit', { prompt: 'a\n"b"'.repeat(size / 8) })),
  'a long list of long texts': () => list(`"${'x'.repeat(990)}",`.repeat(size / 990)),
  'text that is no JSON': () => 'x'.repeat(size),
  'JSON that breaks off': () => `{"hook_event_name":"Stop","session_id":"${'s'.repeat(size)}`,
  'nothing but brackets': () => '['.repeat(size),
  'nothing but empty objects': () => list('{},'.repeat(size / 3)),
  'nothing but short keys': () => `{${'"k":1,'.repeat(size / 6)}"k":1}`,
  'nothing but digits and commas': () => list('1,'.repeat(size / 2)),
};

// Processor time, and the best of three: a machine that is busy with other tests must not fail this one.
test.each(Object.entries(inputs))(
  'reads %s, 50 MB, within a second',
  { timeout: 60_000 },
  (_, make) => {
    const text = make();
    expect(text.length).toBeGreaterThanOrEqual(size);
    const times = [1, 2, 3].map(() => {
      const start = process.cpuUsage();
      parseHookInput(text);
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1000;
    });
    expect(Math.min(...times)).toBeLessThan(1000);
  },
);

test('says that a text holds too much to be read in time', () => {
  const parsed = parseHookInput('['.repeat(2_100_000));
  expect(!parsed.ok && parsed.error).toMatchInlineSnapshot(`
    {
      "code": "invalid",
      "issues": [
        {
          "expected": "JSON that can be read within a second",
          "message": "(root): expected JSON that can be read within a second, received a string of 2100000 UTF-16 code units with over 375000 keys or 3000000 entries",
          "path": [],
          "received": "a string of 2100000 UTF-16 code units with over 375000 keys or 3000000 entries",
        },
      ],
      "message": "Not a hook input: (root): expected JSON that can be read within a second, received a string of 2100000 UTF-16 code units with over 375000 keys or 3000000 entries",
    }
  `);
});

test(
  'reports at most 100 issues of a list with millions of odd entries',
  { timeout: 60_000 },
  () => {
    const text = JSON.stringify(payload('PostToolBatch')).replace(
      /\[.*\]/,
      `[${'{},'.repeat(megabyte)}{}]`,
    );
    const raw: unknown = JSON.parse(text);
    const start = process.cpuUsage();
    const parsed = parseHookInput(raw);
    expect(process.cpuUsage(start).user).toBeLessThan(1_000_000);
    expect(parsed).toMatchObject({ ok: true, known: true });
    expect(parsed.ok && parsed.issues).toHaveLength(100);
    expect(parsed.ok && parsed.input).toBe(raw);
  },
);
