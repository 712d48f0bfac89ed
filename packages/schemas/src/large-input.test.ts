import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { payload } from './fixtures/index.ts';
import { parseHookInput, parseHookOutput } from './index.ts';

const megabyte = 1_000_000;
const size = 50 * megabyte;

const list = (entries: string): string =>
  JSON.stringify(payload('PostToolBatch')).replace(/\[.*\]/, () => `[${entries}1]`);

/** `count` entries, each with a number of its own. */
function each(count: number, write: (id: string) => string): string {
  const parts = Array.from({ length: count }, (_, index) => write(index.toString(36)));
  return `${parts.join(',')},`;
}

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
  'brackets in brackets': () => list(`${'['.repeat(size / 2)}${']'.repeat(size / 2)},`),
  'objects in objects': () => list(`${'{"":'.repeat(size / 5)}1${'}'.repeat(size / 5)},`),
  'nothing but empty objects': () => list('{},'.repeat(size / 3)),
  'nothing but one short key': () => `{${'"k":1,'.repeat(size / 6)}"k":1}`,
  'nothing but short keys': () => `{${each(size / 8, (id) => `"${id}":1`)}"k":1}`,
  'fields with short keys each': () => list(each(size / 10, (id) => `{"${id}":1}`)),
  'nothing but digits and commas': () => list('1,'.repeat(size / 2)),
  'nothing but long numbers': () => list('0.12345678901234567,'.repeat(size / 20)),
  'nothing but short texts': () => list(each(size / 6, (id) => `"${id}"`)),
  'nothing but short texts with escapes': () => list(String.raw`"\n",`.repeat(size / 5)),
  'nothing but texts of one escaped unit': () => list(String.raw`"\u00e9",`.repeat(size / 9)),
  'nothing but space': () => list(' '.repeat(size)),
};

// Processor time, and the best of three: a machine that is busy with other tests must not fail this one.
function secondsOf(run: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000_000;
  });
  return Math.min(...times);
}

test.each(Object.entries(inputs))(
  'reads %s, 50 MB, within a second',
  { timeout: 120_000 },
  (_, make) => {
    const text = make();
    expect(text.length).toBeGreaterThanOrEqual(size);
    expect(secondsOf(() => parseHookInput(text))).toBeLessThan(1);
  },
);

test.each([['Stop'], ['PreCompact'], ['WorktreeCreate']] as const)(
  'reads an answer to %s of any 50 MB within a second',
  { timeout: 120_000 },
  (event) => {
    const half = size / 2;
    const answers = [
      `{"systemMessage":${'['.repeat(half)}${']'.repeat(half)}}`,
      `{${each(size / 8, (id) => `"${id}":1`)}"k":1}`,
    ];
    for (const answer of answers) {
      expect(secondsOf(() => parseHookOutput(event, answer))).toBeLessThan(1);
      expect(parseHookOutput(event, answer).ok).toBe(false);
    }
  },
);

const units = [
  '[',
  '{"a":',
  '[1,',
  '{"a":1},',
  '[],',
  '"",',
  '"\\\\\\"",',
  '1e9,',
  'null,',
  ' ',
  '"é漢😀",',
];

test('reads any mixture of such parts within a second', { timeout: 600_000 }, () => {
  const part = fc.tuple(
    fc.array(fc.constantFrom(...units), { minLength: 1, maxLength: 4 }),
    fc.boolean(),
  );
  fc.assert(
    fc.property(part, fc.boolean(), ([pieces, isNumbered], isBytes) => {
      const unit = pieces.join('');
      const count = Math.floor(size / (unit.length + (isNumbered ? 8 : 0)));
      const text = isNumbered
        ? list(each(count, (id) => `{"${id}":0},${unit}0`))
        : list(unit.repeat(count));
      const raw = isBytes ? Buffer.from(text.slice(0, size / 2)) : text;
      expect(secondsOf(() => parseHookInput(raw))).toBeLessThan(1);
    }),
    { numRuns: 8 },
  );
});

const ordinary: Record<string, string> = {
  '400,000 objects': '{"a":1},'.repeat(400_000),
  '370,000 keys': `{${each(370_000, (id) => `"${id}":1`)}"k":1},`,
  'a table of 200,000 rows':
    '{"id":17,"name":"some name","path":"/a/b","ok":true,"size":4.5},'.repeat(200_000),
};

test.each(Object.entries(ordinary))('reads all of %s', (_, entries) => {
  const parsed = parseHookInput(list(entries));
  expect(parsed).toMatchObject({ ok: true, known: true, event: 'PostToolBatch' });
  expect(parsed.ok && 'tool_calls' in parsed.input).toBe(true);
});

test('leaves out what holds too much, says so, and reads the rest', () => {
  const text = list('{},'.repeat(2_000_000));
  const parsed = parseHookInput(text);
  expect(parsed).toMatchObject({ ok: true, known: true, event: 'PostToolBatch' });
  const { tool_calls: _, ...rest } = payload('PostToolBatch');
  expect(parsed.ok && parsed.input).toStrictEqual(rest);
  expect(parsed.ok && parsed.issues.map(({ message }) => message)).toMatchInlineSnapshot(`
    [
      "tool_calls: expected JSON that can be read within a second, received 6000004 UTF-16 code units that hold more, left out",
    ]
  `);
});

test('says that a text holds too much to be read in time', () => {
  const parsed = parseHookInput('['.repeat(2_100_000));
  expect(!parsed.ok && parsed.error).toMatchInlineSnapshot(`
    {
      "code": "invalid",
      "issues": [
        {
          "expected": "JSON that can be read within a second",
          "message": "(root): expected JSON that can be read within a second, received a string of 2100000 UTF-16 code units that holds too many values",
          "path": [],
          "received": "a string of 2100000 UTF-16 code units that holds too many values",
        },
      ],
      "message": "Not a hook input: (root): expected JSON that can be read within a second, received a string of 2100000 UTF-16 code units that holds too many values",
    }
  `);
});

test('takes a text that is left out in part for broken where the rest is', () => {
  const heavy = `{"hook_event_name":"Stop","session_id":"s","x":[${'{},'.repeat(2_000_000)}1]`;
  const codes = [heavy, `${heavy},nope}`, `${heavy}} x`].map((text) => {
    const parsed = parseHookInput(text);
    return parsed.ok ? 'read' : parsed.error.code;
  });
  expect(codes).toStrictEqual(['invalid', 'not_json', 'not_json']);
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
    expect(parsed.ok && parsed.issues).toHaveLength(101);
    expect(parsed.ok && parsed.issues.at(-1)?.message).toBe('and at least 2900 more');
    expect(parsed.ok && parsed.input).toBe(raw);
  },
);
