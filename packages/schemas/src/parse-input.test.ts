import { readdirSync, readFileSync } from 'node:fs';
import { expect, expectTypeOf, test } from 'vitest';
import { type HookInputOf, hookEvents, parseHookInput } from './index.ts';

const fixtures = new URL('../fixtures/', import.meta.url);
function readRaw(file: string): Record<string, unknown> {
  const raw: Record<string, unknown> = JSON.parse(readFileSync(new URL(file, fixtures), 'utf8'));
  return raw;
}

const recorded = readdirSync(fixtures).flatMap((client) =>
  readdirSync(new URL(`${client}/`, fixtures)).map((name) => ({
    name: `${client}/${name}`,
    raw: readRaw(`${client}/${name}`),
  })),
);

test.each(recorded)('reads $name as its event without an issue', ({ raw }) => {
  const parsed = parseHookInput(JSON.stringify(raw));
  const event = raw['hook_event_name'];
  expect(parsed).toMatchObject({ ok: true, known: true, event, issues: [] });
  expect(parsed.ok && parsed.input).toStrictEqual(raw);
});

test.each(recorded)('loses nothing of $name to fields and events it does not know', ({ raw }) => {
  const added = { ...raw, new_field: { deep: [1, null] } };
  expect(parseHookInput(added)).toMatchObject({ ok: true, known: true, issues: [], input: added });
  const renamed = { ...added, hook_event_name: 'EventOfTheFuture' };
  expect(parseHookInput(renamed)).toStrictEqual({
    ok: true,
    known: false,
    event: 'EventOfTheFuture',
    input: renamed,
    issues: [],
  });
});

test.each(recorded)('takes every text of $name for one it does not know', ({ raw }) => {
  const odd = Object.fromEntries(
    Object.entries(raw).map(([field, value]) => [
      field,
      typeof value === 'string' && field !== 'hook_event_name' ? 'of_the_future' : value,
    ]),
  );
  const parsed = parseHookInput(odd);
  expect(parsed).toMatchObject({ ok: true, known: true, input: odd });
  // FileChanged's `event` is closed: code switches over it.
  expect(parsed.ok && parsed.issues.map(({ path }) => path)).toStrictEqual(
    raw['hook_event_name'] === 'FileChanged' ? [['event']] : [],
  );
});

const precompact = {
  session_id: 's',
  transcript_path: '/t.jsonl',
  cwd: '/',
  hook_event_name: 'PreCompact',
  trigger: 'auto',
  custom_instructions: null,
};

test('takes an enum value it does not know', () => {
  const input = { ...precompact, trigger: 'lunar' };
  expect(parseHookInput(input)).toMatchObject({ ok: true, known: true, input, issues: [] });
});

test('requires an event and a session, and lists all else', () => {
  const sparse = { hook_event_name: 'PreCompact', session_id: 's', cwd: 7 };
  expect(parseHookInput(sparse)).toMatchInlineSnapshot(`
    {
      "event": "PreCompact",
      "input": {
        "cwd": 7,
        "hook_event_name": "PreCompact",
        "session_id": "s",
      },
      "issues": [
        {
          "expected": "a string",
          "message": "transcript_path: expected a string, received nothing",
          "path": [
            "transcript_path",
          ],
          "received": "nothing",
        },
        {
          "expected": "a string",
          "message": "cwd: expected a string, received the number 7",
          "path": [
            "cwd",
          ],
          "received": "the number 7",
        },
        {
          "expected": "a string",
          "message": "trigger: expected a string, received nothing",
          "path": [
            "trigger",
          ],
          "received": "nothing",
        },
        {
          "expected": "a string or null",
          "message": "custom_instructions: expected a string or null, received nothing",
          "path": [
            "custom_instructions",
          ],
          "received": "nothing",
        },
      ],
      "known": true,
      "ok": true,
    }
  `);
});

test('says what is wrong with each useless value', () => {
  const useless = [
    'log line',
    '',
    '{"a":1}\nlog',
    '[]',
    'null',
    undefined,
    7,
    {},
    { hook_event_name: null, session_id: 's' },
    { hook_event_name: 'Stop' },
    { hook_event_name: 'EventOfTheFuture', session_id: null },
  ];
  const answers = useless.map((raw) => {
    const parsed = parseHookInput(raw);
    return parsed.ok ? 'accepted' : `${parsed.error.code} | ${parsed.error.message}`;
  });
  expect(answers.join('\n')).toMatchInlineSnapshot(`
    "not_json | Not a hook input: (root): expected JSON, received "log line" (Unexpected token 'l')
    not_json | Not a hook input: (root): expected JSON, received "" (Unexpected end of JSON input)
    not_json | Not a hook input: (root): expected JSON, received "{\\"a\\":1}\\nlog" (Unexpected non-whitespace character after JSON at position 8)
    not_object | Not a hook input: (root): expected an object, received an array
    not_object | Not a hook input: (root): expected an object, received null
    not_object | Not a hook input: (root): expected an object, received nothing
    not_object | Not a hook input: (root): expected an object, received the number 7
    no_event | Not a hook input: hook_event_name: expected the name of an event, received nothing
    no_event | Not a hook input: hook_event_name: expected the name of an event, received null
    invalid | Not a hook input: session_id: expected the id of a session, received nothing
    invalid | Not a hook input: session_id: expected the id of a session, received null"
  `);
});

test('reads bytes, with or without a byte order mark', () => {
  const bytes = new TextEncoder().encode(`\uFEFF${JSON.stringify(precompact)}`);
  expect(parseHookInput(bytes)).toMatchObject({ ok: true, event: 'PreCompact' });
});

test('reads text and bytes in any container', () => {
  const text = JSON.stringify(precompact);
  const bytes = new TextEncoder().encode(`..${text}`);
  const { buffer } = bytes;
  const containers = [
    // oxlint-disable-next-line no-new-wrappers, unicorn/new-for-builtins -- what a careless caller has
    new String(text),
    Buffer.from(text),
    buffer.slice(2),
    new DataView(buffer, 2),
    new Uint8Array(buffer, 2),
  ];
  for (const raw of containers)
    expect(parseHookInput(raw)).toMatchObject({ ok: true, input: precompact, issues: [] });
  const broken = parseHookInput(buffer);
  expect(!broken.ok && broken.error.message).toBe(
    `Not a hook input: (root): expected JSON, received ${bytes.length} bytes (Unexpected token '.')`,
  );
});

test('narrows by event without a cast', () => {
  const parsed = parseHookInput(precompact);
  if (!parsed.ok || !parsed.known || parsed.event !== 'PreCompact') throw new Error('not narrowed');
  expectTypeOf(parsed.input).toEqualTypeOf<HookInputOf<'PreCompact'>>();
  expectTypeOf(parsed.input.custom_instructions).toEqualTypeOf<string | null>();
});

const isBuilt = ({ input }: { input: { def: object } }): boolean =>
  'value' in (Object.getOwnPropertyDescriptor(input.def, 'shape') ?? {});

test('builds the schema of the event it reads and of no other', () => {
  const before = Object.values(hookEvents).filter(isBuilt).length;
  parseHookInput({ ...precompact, hook_event_name: 'WorktreeRemove' });
  const after = Object.values(hookEvents).filter(isBuilt);
  expect(after.length).toBe(before + 1);
  expect(after).toContain(hookEvents.WorktreeRemove);
});
