import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testdir, type TestDir } from '@carryover/testing';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { hookEntry } from '../settings/hook-entries.ts';
import { BUILT_CLI, runBuiltCli } from './run-built-cli.ts';

// How installers of other tools have failed in public, by the numbers of our list.

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));
const VERSION = ['--client-version', '2.1.332'];
const EVENTS = ['UserPromptSubmit', 'PreCompact', 'SessionStart', 'PostCompact'];

/** What every event takes. */
const input = JSON.stringify({ session_id: 's1', transcript_path: '/none', cwd: '/' });

type Handler = { type: string; command?: string; args?: string[]; timeout?: number };
type Settings = { hooks: Record<string, { matcher?: string; hooks: Handler[] }[]> };

const settingsFile = ({ path }: { path: string }): string => join(path, '.claude/settings.json');

function readSettings(root: { path: string }): Settings {
  return JSON.parse(readFileSync(settingsFile(root), 'utf8'));
}

function commands(root: { path: string }): string[] {
  const groups = Object.values(readSettings(root).hooks).flat();
  return groups.flatMap(({ hooks }) => hooks.map(({ command = '' }) => command));
}

const foreign = (command: string) => ({
  matcher: 'Bash',
  hooks: [{ type: 'command', command, timeout: 5 }],
});

test('R22: install, a dry run and install again leave all that is not ours, in its order', () => {
  const hooks = Object.fromEntries(
    ['Stop', ...EVENTS, 'PostToolUse', 'Notification', 'SessionEnd'].map((event) => [
      event,
      [foreign(`before-${event}`), foreign(`after-${event}`)],
    ]),
  );
  const keys = Array.from({ length: 14 }, (_, n) => [`key${13 - n}`, { n, list: [n, null, true] }]);
  const value = JSON.stringify({ ...Object.fromEntries(keys), hooks, z: 'ü' }, null, 2);
  const text = value.replace('{', '{ "float": 1.0, "big": 9007199254740993,');
  using root = testdir({ '.claude/settings.json': text });
  runBuiltCli(root.path, ['install', ...VERSION]);
  const once = readFileSync(settingsFile(root), 'utf8');
  const dry = runBuiltCli(root.path, ['install', '--dry-run', ...VERSION]);
  expect(dry.stdout).toContain(once);
  runBuiltCli(root.path, ['install', ...VERSION]);
  expect(readFileSync(settingsFile(root), 'utf8')).toBe(once);
  expect(once).toContain('"float": 1.0, "big": 9007199254740993,');

  const settings = readSettings(root);
  for (const groups of Object.values(settings.hooks)) {
    const ours = groups.findIndex(({ hooks: list }) => list[0]?.command?.includes('carryover'));
    if (ours >= 0) groups.splice(ours, 1);
  }
  // As text: the order of the keys counts too.
  expect(JSON.stringify(settings)).toBe(JSON.stringify(JSON.parse(text)));
});

test('R24: installed from one place, then from another, then again: one entry of each event', () => {
  using root = testdir();
  const places = ['opt/a', "opt/b c's"].map((name) => join(root.path, name));
  for (const place of places)
    cpSync(join(PACKAGE, 'dist'), join(place, 'dist'), { recursive: true });
  const from = (place = '') =>
    spawnSync(process.execPath, [join(place, 'dist/cli.js'), 'install', ...VERSION], {
      env: { HOME: root.path, PATH: '/usr/bin:/bin' },
    });
  from(places[0]);
  const file = settingsFile(root);
  const settings = readSettings(root);
  const [group] = settings.hooks['PreCompact'] ?? [];
  const old = {
    type: 'command',
    command: 'node',
    args: ['/opt/old/carryover-hook.cjs', 'PreCompact'],
    timeout: 1,
  };
  settings.hooks['PreCompact'] = [
    foreign('mine'),
    { hooks: [old] },
    { hooks: [old] },
    ...(group ? [group] : []),
    foreign('last'),
  ];
  writeFileSync(file, JSON.stringify(settings));
  from(places[1]);
  from(places[1]);
  const { hooks } = readSettings(root);
  expect(hooks['PreCompact']?.map(({ hooks: [handler] }) => handler)).toEqual([
    expect.objectContaining({ command: 'mine' }),
    { type: 'command', command: expect.stringContaining('carryover-hook.cjs'), timeout: 320 },
    expect.objectContaining({ command: 'last' }),
  ]);
  for (const event of EVENTS)
    expect(JSON.stringify(hooks[event]).match(/carryover-hook\.cjs' [A-Z]/g)).toHaveLength(1);
  expect(runBuiltCli(root.path, ['doctor', ...VERSION]).stdout).toMatch(/^All is well/);
});

describe('R25: settings that are already malformed', () => {
  const odd = {
    PreCompact: {},
    Stop: 'x',
    SessionStart: [{ type: 'command', command: 'echo hi' }],
    PostToolUse: [{ matcher: { tool: 'Bash' }, hooks: [] }],
    UserPromptSubmit: [{ hooks: null }],
  };
  test.each([
    [
      'odd',
      odd,
      /PreCompact" is not a list.*Stop".*SessionStart\[0\].*PostToolUse\[0\].*UserPromptSubmit\[0\]/,
    ],
    ['a list', [], /"hooks" is not an object/],
    ['null', null, /"hooks" is not an object/],
  ])(
    'are left alone with all that is wrong, and doctor says it: hooks that are %s',
    (_, hooks, says) => {
      const text = JSON.stringify({ hooks });
      using root = testdir({ '.claude/settings.json': text });
      const run = runBuiltCli(root.path, ['install', ...VERSION]);
      expect(run).toMatchObject({ status: 1, stdout: '' });
      expect(run.stderr).toMatch(says);
      expect(readFileSync(settingsFile(root), 'utf8')).toBe(text);
      const doctor = runBuiltCli(root.path, ['doctor', ...VERSION]);
      expect(doctor.status).toBe(1);
      expect(doctor.stdout).toMatch(
        /the client ignores all hooks of the file\. \[settings-malformed\]/,
      );
    },
  );
});

test.each([
  ['absolute', (root: TestDir) => join(root.path, '.config/claude code'), '.config/claude code'],
  ['relative', () => '.config/claude code', '.config/claude code'],
  ['blank', () => ' ', '.claude'],
  ['unset', () => undefined, '.claude'],
])('R26: with a configuration folder that is %s all agree', (_, valueIn, expected) => {
  using root = testdir();
  const value = valueIn(root);
  const env: Record<string, string> = value === undefined ? {} : { CLAUDE_CONFIG_DIR: value };
  const folder = join(root.path, expected);
  expect(runBuiltCli(root.path, ['install', ...VERSION], { env }).status).toBe(0);
  expect(readdirSync(root.path)).toEqual([expected.split('/')[0]]);
  const { hooks }: Settings = JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8'));
  const command = hooks['PreCompact']?.[0]?.hooks[0]?.command ?? '';
  expect(command).not.toContain('~');
  expect(command).toContain(`'${join(folder, 'carryover/bin/carryover-hook.cjs')}'`);
  expect(runBuiltCli(root.path, ['doctor', ...VERSION], { env }).stdout).toMatch(/^All is well/);
  // Wherever the client stands by then.
  spawnSync('sh', ['-c', command], { input, cwd: '/', env: { HOME: root.path, ...env } });
  expect(existsSync(join(folder, 'carryover/log/runs.jsonl'))).toBe(true);
  expect(runBuiltCli(root.path, ['uninstall'], { env }).stdout).toMatch(/^Took carryover's hooks/);
  expect(readdirSync(root.path)).toEqual([expected.split('/')[0]]);
});

describe('R27: the command', () => {
  afterEach(() => void vi.restoreAllMocks());

  test('of a Windows path is one word with slashes for a POSIX shell', () => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
    const file = String.raw`C:\Users\Ann Lee\AppData\Roaming\npm\carryover-hook.cjs`;
    const node = String.raw`C:\Program Files\nodejs\node.exe`;
    const entry = hookEntry({ event: 'PreCompact', timeout: 320 }, { node, file });
    const { command } = entry.hooks[0] ?? { command: '' };
    const list = `printf '%s\\n' ${command.replaceAll('||', 'or')}`;
    const words = spawnSync('sh', ['-c', list], { encoding: 'utf8' }).stdout;
    const [started, run] = [
      'C:/Program Files/nodejs/node.exe',
      'C:/Users/Ann Lee/AppData/Roaming/npm/carryover-hook.cjs',
    ];
    const guards = ['[', '!', '-x', started, ']', 'or', '[', '!', '-e', run, ']', 'or'];
    expect(words.trimEnd().split('\n')).toEqual([...guards, 'exec', started, run, 'PreCompact']);
  });

  const paths = ['sh', 'bash', 'zsh'].map((shell) =>
    spawnSync('sh', ['-c', `command -v ${shell}`], { encoding: 'utf8' }).stdout.trim(),
  );
  const shells = paths.filter((path) => path !== '');

  test.each(shells)('of an odd home runs in %s', (shell) => {
    using root = testdir({ "a b/ü'q$x/.keep": '' });
    const home = join(root.path, "a b/ü'q$x");
    runBuiltCli(home, ['install', ...VERSION]);
    for (const command of commands({ path: home })) {
      const run = spawnSync(shell, ['-c', command], { input, env: { HOME: home } });
      expect(run).toMatchObject({ status: 0 });
      expect(run.stderr.toString()).toBe('');
    }
    const log = readFileSync(join(home, '.claude/carryover/log/runs.jsonl'), 'utf8');
    expect(log.trimEnd().split('\n')).toHaveLength(EVENTS.length);
  });

  test("of the plugin has the plugin's folder in double quotes, and nothing starts npx (R28)", () => {
    const hooks = readdirSync(join(PACKAGE, 'plugin/hooks'))
      .map((name) => readFileSync(join(PACKAGE, 'plugin/hooks', name), 'utf8'))
      .join('\n');
    using root = testdir();
    runBuiltCli(root.path, ['install', ...VERSION]);
    expect(hooks.match(/CLAUDE_PLUGIN_ROOT/g)).toHaveLength(EVENTS.length);
    expect(hooks.replaceAll(/\\"\$\{CLAUDE_PLUGIN_ROOT\}[^"]*\\"/g, '')).not.toContain('ROOT');
    expect(hooks + commands(root).join('\n')).not.toContain('npx');
  });
});

test.each(['sh', 'bash'])(
  'R28: the registered command needs no PATH; with its Node or file gone it is silent in %s',
  (shell) => {
    using root = testdir();
    const bin = join(root.path, 'node versions/v1');
    mkdirSync(bin, { recursive: true });
    cpSync(process.execPath, join(bin, 'node'));
    spawnSync(join(bin, 'node'), [BUILT_CLI, 'install', ...VERSION], { env: { HOME: root.path } });
    const [command = ''] = commands(root);
    const program = join(root.path, '.claude/carryover/bin/carryover-hook.cjs');
    const runs = (): number => {
      const start = ['-c', command];
      const env = { HOME: root.path, PATH: '/nowhere' };
      const run = spawnSync(`/bin/${shell}`, start, { input, env, encoding: 'utf8' });
      expect(run).toMatchObject({ status: 0, stdout: '', stderr: '' });
      const log = readFileSync(join(root.path, '.claude/carryover/log/runs.jsonl'), 'utf8');
      return log.trimEnd().split('\n').length;
    };
    const findings = (): string => runBuiltCli(root.path, ['doctor', ...VERSION]).stdout;
    expect([runs(), runs()]).toEqual([1, 2]);
    renameSync(bin, join(dirname(bin), 'v2'));
    expect(runs()).toBe(2);
    expect(findings()).toMatch(/node versions\/v1\/node not found.*\[program-missing\]/);
    renameSync(join(dirname(bin), 'v2'), bin);
    renameSync(program, `${program}.old`);
    expect(runs()).toBe(2);
    expect(findings()).toMatch(/carryover-hook\.cjs not found.*\[program-missing\]/);
  },
);

test('S04: the registered path outlives the folder that it was installed from', () => {
  using root = testdir();
  const version = join(root.path, 'carryover/1.0.0');
  cpSync(join(PACKAGE, 'dist'), join(version, 'dist'), { recursive: true });
  spawnSync(process.execPath, [join(version, 'dist/cli.js'), 'install', ...VERSION], {
    env: { HOME: root.path, PATH: '/usr/bin:/bin' },
  });
  const before = commands(root);
  renameSync(version, join(root.path, 'carryover/1.0.1'));
  for (const command of before)
    expect(spawnSync('sh', ['-c', command], { input, env: { HOME: root.path } }).status).toBe(0);
  expect(runBuiltCli(root.path, ['doctor', ...VERSION]).stdout).toMatch(/^All is well/);
  runBuiltCli(root.path, ['install', ...VERSION]);
  expect(commands(root)).toEqual(before);
});
