import { describe, expect, test } from 'vitest';
import { addHooks, removeHooks } from './edit-settings.ts';
import { isOurs, REGISTRATIONS, registrationsFor } from './hook-entries.ts';
import { registeredProgram } from './missing-program.ts';

const path = '/home/ann/.claude/settings.json';
const program = {
  node: '/usr/bin/node',
  file: '/home/ann/.claude/carryover/bin/carryover-hook.cjs',
};
const all = registrationsFor('2.1.332', REGISTRATIONS);

const add = (text: string | undefined): string => addHooks({ path, text }, all, program);
const remove = (text: string): string => removeHooks({ path, text });

const FILES: [string, string][] = [
  ['an empty object', '{}'],
  ['an object on two lines', '{\n}\n'],
  [
    'other keys, four spaces',
    '{\n    "model": "opus",\n    "big": 9007199254740993,\n    "float": 1.0\n}\n',
  ],
  ['tabs and CRLF', '{\r\n\t"model": "opus"\r\n}\r\n'],
  ['a byte order mark', '\uFEFF{\n  "path": "/home/项目/hook.sh"\n}\n'],
  [
    'comments',
    '// mine\n{\n  /* keep "://" */\n  "model": "opus", // why\n  "url": "https://x" // last\n}\n',
  ],
  ['a trailing comma', '{\n  "model": "opus",\n}\n'],
  ['one line', '{"model":"opus","permissions":{"allow":["Bash"]}}'],
  [
    'foreign hooks',
    '{\n  "hooks": {\n    "PreCompact": [\n      { "hooks": [{ "type": "command", "command": "a" }] }\n    ]\n  }\n}\n',
  ],
  ['an empty list of hooks', '{\n  "hooks": {\n    "PreCompact": []\n  },\n  "z": 1\n}\n'],
  ['empty hooks', '{\n  "hooks": {}\n}\n'],
];

describe.each(FILES)('R22, R23: settings with %s', (_name, text) => {
  test('get one entry per event, twice as well as once', () => {
    const once = add(text);
    expect(add(once)).toBe(once);
    for (const { event } of all) expect(once.match(new RegExp(` ${event}"`, 'g'))).toHaveLength(1);
  });

  test('keep every byte of their own', () => {
    expect(lessSpace(remove(add(text)))).toBe(lessSpace(text));
  });
});

const groups = (list: string): string => `{"hooks":{"PreCompact":[${list}]}}`;
const group = (handlers: string): string => groups(`{"hooks":[${handlers}]}`);

test('R24: an entry that stands last on the line of foreign ones goes without them', () => {
  const mine = '{"type":"command","command":"echo mine"}';
  const ours = '{"type":"command","command":"carryover hook PreCompact"}';
  expect(remove(group(`${mine},${ours}`))).toBe(group(mine));
  expect(remove(group(`${mine}, ${ours}`))).toBe(group(mine));
  expect(remove(groups(`{"hooks":[${mine}]}, {"hooks":[${ours}]}`))).toBe(
    groups(`{"hooks":[${mine}]}`),
  );
  expect(() => JSON.parse(add(group(`${mine},${ours}`)))).not.toThrow();
});

test('R24: an entry of an older folder, doubled and with arguments, is replaced by one', () => {
  const entry = {
    type: 'command',
    command: 'node',
    args: ['/opt/a/carryover-hook.cjs', 'PreCompact'],
  };
  const other = { type: 'command', command: 'mine' };
  const text = JSON.stringify({
    hooks: {
      PreCompact: [{ hooks: [entry, other] }, { hooks: [entry] }],
      Stop: [{ hooks: [entry] }],
    },
  });
  const { hooks } = JSON.parse(add(text));
  expect(hooks.PreCompact[0].hooks).toEqual([other]);
  expect(hooks.PreCompact).toHaveLength(2);
  expect(hooks.Stop).toBeUndefined();
});

test.each([
  ['the command', { command: 'carryover hook PreCompact' }],
  ['npx', { command: 'npx -y carryover hook PreCompact' }],
  [
    'the command that was written before',
    { command: `'/usr/bin/node' '${program.file}' PreCompact` },
  ],
  ['the built file', { command: 'node /x/node_modules/carryover/dist/hook.cjs PreCompact' }],
])('R24: an entry that runs our hooks by %s is replaced', (_name, handler) => {
  const text = JSON.stringify({
    hooks: { PreCompact: [{ hooks: [{ type: 'command', ...handler }] }] },
  });
  const { hooks } = JSON.parse(add(text));
  expect(hooks.PreCompact).toHaveLength(1);
  expect(hooks.PreCompact[0].hooks[0].command).toMatch(/^\[ ! -x /);
  expect(JSON.parse(remove(text))).toEqual({});
});

const registered = `exec '/usr/bin/node' '${program.file}' PreCompact`;

test.each([
  `${registered} || true`,
  `${registered} 2>/dev/null`,
  `${registered} >/dev/null 2>&1; exit 0`,
  `${registered} 2>> "/home/ann/my logs/x.log" || :`,
  `${registered} &> out.txt && exit &`,
  `timeout 30 '/usr/bin/node' '${program.file}' 'PreCompact' </dev/null;`,
  `bash -lc "exec '/usr/bin/node' '${program.file}' PreCompact 2>/dev/null" || true`,
  'carryover hook PreCompact || true',
  "'carryover' hook PreCompact || exit 0",
])('R24: an entry of ours that a person has edited is renewed and taken out: %s', (command) => {
  const text = JSON.stringify({
    hooks: { PreCompact: [{ hooks: [{ type: 'command', command }] }] },
  });
  const { hooks } = JSON.parse(add(text));
  expect(hooks.PreCompact).toHaveLength(1);
  expect(hooks.PreCompact[0].hooks[0].command).toMatch(/^\[ ! -x .* PreCompact$/);
  expect(JSON.parse(remove(text))).toEqual({});
});

test.each([
  `${registered}; notify-send done`,
  `${registered} | tee out.txt`,
  'mytool --log /x/carryover-hook.cjs.log || true',
  "echo 'carryover hook PreCompact' >> notes",
  'echo carryover hook PreCompact >> notes',
  "cd notes && printf '%s' 'node /x/carryover-hook.cjs PreCompact' >> today",
  "echo 'see carryover-hook.cjs' >> ~/notes",
  '/opt/wrap.sh /x/my-carryover-hook.cjs',
  'chmod 700 /x/bin/carryover-hook.cjs',
  'node ~/not-carryover-hook.cjs.bak',
])('a foreign entry that only mentions our file stays: %s', (command) => {
  const text = JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] } });
  expect(JSON.parse(add(text)).hooks.Stop[0].hooks[0].command).toBe(command);
  expect(JSON.parse(remove(add(text))).hooks.Stop[0].hooks[0].command).toBe(command);
});

test.each([
  ['quotes', `'x'\\''`],
  ['redirections', ' >a2'],
  ['ends', ' & ; exit'],
  ['spaces', ' '],
  ['calls', ' /carryover-hook.cjs A > "'],
])('a command of many %s is read in one go', (_name, part) => {
  const long = part.repeat(100_000 / part.length);
  const start = performance.now();
  for (const command of [long, `${registered}${long}!`, `${long} 'a' 'b' A${long}!`]) {
    isOurs({ command });
    registeredProgram({ command });
  }
  expect(performance.now() - start).toBeLessThan(500);
});

test('R27: paths survive a POSIX shell', () => {
  const quoted = { node: '/a b/node', file: "/tmp/ü'q$x/carryover-hook.cjs" };
  const { hooks } = JSON.parse(addHooks({ path, text: '{}' }, all, quoted));
  expect(hooks.PreCompact[0].hooks[0].command).toBe(
    String.raw`[ ! -x '/a b/node' ] || [ ! -e '/tmp/ü'\''q$x/carryover-hook.cjs' ] || exec '/a b/node' '/tmp/ü'\''q$x/carryover-hook.cjs' PreCompact`,
  );
});

test('PostCompact is left to clients that have it', () => {
  expect(events('2.0.77')).toEqual(['UserPromptSubmit', 'PreCompact', 'SessionStart']);
  expect(events('2.1.9')).not.toContain('PostCompact');
  expect(events('2.1.76')).toContain('PostCompact');
  expect(events()).not.toContain('PostCompact');
});

test.each([
  ['broken', '{ "model": ', /line 1 is not valid JSON \(value expected\)/],
  ['a list', '[]', /does not hold a JSON object/],
  ['with hooks that are a list', '{"hooks":[]}', /"hooks" is not an object/],
  [
    'with odd groups',
    '{"hooks":{"Stop":[{"hooks":null},{"matcher":{},"hooks":[]}]}}',
    /"hooks.Stop\[0\]" is no group of hooks, "hooks.Stop\[1\]"/,
  ],
  ['with an event twice', '{"hooks":{"Stop":[],"Stop":[]}}', /"Stop" stands twice/],
  ['with hooks twice', '{"hooks":{},"hooks":{}}', /"hooks" stands twice/],
  ['with hooks that are null', '{"hooks":null}', /"hooks" is not an object/],
  [
    'with odd events',
    '{"hooks":{"PreCompact":{},"Stop":"x"}}',
    /"hooks.PreCompact" is not a list, "hooks.Stop" is not a list, so the client ignores/,
  ],
])('R23, R25: settings that are %s are refused, with what to mend', (_name, text, message) => {
  expect(() => add(text)).toThrow(message);
  expect(() => add(text)).toThrow(/Nothing was changed in .*settings\.json/);
});

function events(version?: string): string[] {
  return registrationsFor(version, REGISTRATIONS).map(({ event }) => event);
}

/** Where a list or object was empty before, its closing bracket may stand on another line after. */
function lessSpace(text: string): string {
  return text
    .replace(/\s+/g, '')
    .replace('"hooks":{"PreCompact":[]}', '')
    .replace('"hooks":{}', '')
    .replaceAll(',}', '}')
    .replaceAll('{,', '{');
}
