import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
  chmodSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const ORIGINAL =
  '// my settings\n{\n  "model": "opus", // the big one\n  "hooks": {\n    "Stop": []\n  },\n}\n';

type Result = { exitCode: number | null; stdout: string; stderr: string };

function carryover(home: string, args: string[], env: Record<string, string> = {}): Result {
  const child = spawnSync(process.execPath, [CLI, ...args], {
    env: { HOME: home, PATH: '/usr/bin:/bin', ...env },
    encoding: 'utf8',
  });
  return { exitCode: child.status, stdout: child.stdout, stderr: child.stderr };
}

test('R22, R23: installed twice, then uninstalled: the settings are what they were, byte for byte', () => {
  using home = testdir({ '.claude/settings.json': ORIGINAL });
  const file = join(home.path, '.claude/settings.json');
  chmodSync(file, 0o640);
  const first = carryover(home.path, ['install', '--client-version', '2.1.332']);
  expect(first).toMatchObject({ exitCode: 0, stderr: '' });
  expect(first.stdout).toMatch(/They will not run yet: line 1 is not plain JSON \(invalid comment/);
  const installed = readFileSync(file, 'utf8');
  expect(installed).toContain('// the big one');
  carryover(home.path, ['install', '--client-version', '2.1.332']);
  expect(readFileSync(file, 'utf8')).toBe(installed);
  expect(carryover(home.path, ['uninstall']).exitCode).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe(ORIGINAL);
  expect(statSync(file).mode & 0o777).toBe(0o640);
});

test('edits between install and uninstall are kept', () => {
  using home = testdir({ '.claude/settings.json': ORIGINAL });
  const file = join(home.path, '.claude/settings.json');
  carryover(home.path, ['install', '--client-version', '2.1.332']);
  writeFileSync(file, readFileSync(file, 'utf8').replace('"opus"', '"sonnet"'));
  carryover(home.path, ['install', '--client-version', '2.1.332']);
  carryover(home.path, ['uninstall']);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('"model": "sonnet", // the big one');
  expect(text).not.toContain('carryover');
});

test('without a settings file one is made, and taken away again', () => {
  using home = testdir();
  const file = join(home.path, '.claude/settings.json');
  carryover(home.path, ['install']);
  expect(JSON.parse(readFileSync(file, 'utf8')).hooks.PreCompact).toHaveLength(1);
  carryover(home.path, ['uninstall']);
  expect(existsSync(file)).toBe(false);
});

test('the version of claude on the PATH decides which events are registered', () => {
  using home = testdir({ 'bin/claude': '#!/bin/sh\necho "2.0.77 (Claude Code)"\n' });
  chmodSync(join(home.path, 'bin/claude'), 0o755);
  const run = carryover(home.path, ['install'], { PATH: `${home.path}/bin:/usr/bin:/bin` });
  expect(run.stdout).toContain(
    'Not registered: PostCompact (Claude Code 2.0.77 does not have it).',
  );
  const { hooks } = JSON.parse(readFileSync(join(home.path, '.claude/settings.json'), 'utf8'));
  expect(Object.keys(hooks)).toEqual(['UserPromptSubmit', 'PreCompact', 'SessionStart']);
});

test('a client that was named must tell its version; one that is gone costs no event', () => {
  using home = testdir();
  const file = join(home.path, '.claude/settings.json');
  const events = (): string[] => Object.keys(JSON.parse(readFileSync(file, 'utf8')).hooks);
  const named = carryover(home.path, ['install', '--claude', join(home.path, 'nothing')]);
  expect(named).toMatchObject({ exitCode: 1, stdout: '' });
  expect(named.stderr).toMatch(/^--claude \S+nothing: no program that tells a version/);
  expect(existsSync(file)).toBe(false);
  carryover(home.path, ['install', '--client-version', '2.1.332']);
  const before = readFileSync(file, 'utf8');
  carryover(home.path, ['install'], { PATH: '/usr/bin:/bin' });
  expect(readFileSync(file, 'utf8')).toBe(before);
  expect(events()).toContain('PostCompact');
  carryover(home.path, ['install', '--client-version', '2.0.77']);
  expect(events()).not.toContain('PostCompact');
});

test('--json tells what install and uninstall did, or would do', () => {
  using root = testdir({ '.claude/settings.json': ORIGINAL });
  const file = join(root.path, '.claude/settings.json');
  const run = (...args: string[]) => JSON.parse(carryover(root.path, [...args, '--json']).stdout);
  const known = ['UserPromptSubmit', 'PreCompact', 'SessionStart'];
  const told = { path: file, version: '2.0.77', registered: known, skipped: ['PostCompact'] };
  const version = ['--client-version', '2.0.77'];
  expect(run('install', ...version, '--dry-run')).toMatchObject({ ...told, dryRun: true });
  expect(readFileSync(file, 'utf8')).toBe(ORIGINAL);
  const done = run('install', ...version);
  expect(done).toMatchObject({ ...told, dryRun: false, isChanged: true });
  expect(done.notes).toContain(
    'Not registered: PostCompact (Claude Code 2.0.77 does not have it).',
  );
  expect(readFileSync(done.copy, 'utf8')).toBe(ORIGINAL);
  expect(run('install', ...version)).toMatchObject({ isChanged: false });
  expect(run('uninstall')).toEqual({
    cleaned: [file],
    elsewhere: [],
    plugin: [],
    statusLines: [],
    home: done.home,
  });
  expect(run('uninstall')).toMatchObject({ cleaned: [] });
});

test('R27, R28: what is registered starts without help of the PATH, from a folder with an odd name', () => {
  using root = testdir();
  const home = join(root.path, "a b/ü'q$x");
  mkdirSync(home, { recursive: true });
  carryover(home, ['install', '--client-version', '2.1.332']);
  const { hooks } = JSON.parse(readFileSync(join(home, '.claude/settings.json'), 'utf8'));
  const { command } = hooks.UserPromptSubmit[0].hooks[0];
  for (const shell of ['sh', 'bash']) {
    const out = execFileSync(`/bin/${shell}`, ['-c', command], {
      input: '{}',
      env: { HOME: home },
    });
    expect(out.toString()).toBe('');
  }
  const log = readFileSync(join(home, '.claude/carryover/log/runs.jsonl'), 'utf8')
    .trimEnd()
    .split('\n');
  expect(log).toHaveLength(2);
});

test('a linked settings file stays a link', () => {
  using home = testdir({ 'dotfiles/settings.json': '{}\n', '.claude/keep': '' });
  const link = join(home.path, '.claude/settings.json');
  symlinkSync(join(home.path, 'dotfiles/settings.json'), link);
  carryover(home.path, ['install']);
  expect(readFileSync(join(home.path, 'dotfiles/settings.json'), 'utf8')).toContain('PreCompact');
  carryover(home.path, ['uninstall']);
  expect(readFileSync(link, 'utf8')).toBe('{}\n');
});

test('R26: CLAUDE_CONFIG_DIR is where everything goes', () => {
  using home = testdir();
  const env = { CLAUDE_CONFIG_DIR: join(home.path, 'claude code') };
  carryover(home.path, ['install'], env);
  const { hooks } = JSON.parse(readFileSync(join(env.CLAUDE_CONFIG_DIR, 'settings.json'), 'utf8'));
  expect(hooks.PreCompact[0].hooks[0].command).toContain(dirname(join(env.CLAUDE_CONFIG_DIR, 'x')));
  expect(existsSync(join(home.path, '.claude'))).toBe(false);
});

test('R23: settings that are not JSON are left alone, with exit 1 and what to mend', () => {
  using home = testdir({ '.claude/settings.json': '{ "model": "opus"\n  "hooks": {} }' });
  const run = carryover(home.path, ['install']);
  expect(run).toMatchObject({ exitCode: 1, stdout: '' });
  expect(run.stderr).toMatch(/Nothing was changed in .*settings\.json: line 2 is not valid JSON/);
  expect(readFileSync(join(home.path, '.claude/settings.json'), 'utf8')).toBe(
    '{ "model": "opus"\n  "hooks": {} }',
  );
  expect(existsSync(join(home.path, '.claude/carryover'))).toBe(false);
});

test.each(['v2.0.77', '2.1.9'])('--client-version %s does not know PostCompact', (version) => {
  using home = testdir();
  carryover(home.path, ['install', '--client-version', version]);
  const { hooks } = JSON.parse(readFileSync(join(home.path, '.claude/settings.json'), 'utf8'));
  expect(Object.keys(hooks)).toEqual(['UserPromptSubmit', 'PreCompact', 'SessionStart']);
});

test('--client-version that is none is an error', () => {
  using home = testdir();
  const run = carryover(home.path, ['install', '--client-version', 'foo']);
  expect(run.exitCode).toBe(1);
  expect(run.stderr).toMatch(/--client-version foo: not a version\. Give it as .* 2\.1\.332\n$/);
});

test('R23: settings that are not UTF-8 are left alone', () => {
  const bytes = new Uint8Array([...Buffer.from('{"a":"'), 0xe9, 0xff, ...Buffer.from('"}')]);
  using home = testdir({ '.claude/settings.json': bytes });
  const run = carryover(home.path, ['install']);
  expect(run).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('it is not UTF-8') });
  expect(new Uint8Array(readFileSync(join(home.path, '.claude/settings.json')))).toEqual(bytes);
});

test('a link to a settings file that is still to be made is followed', () => {
  using home = testdir({ '.claude/keep': '', 'dotfiles/keep': '' });
  const link = join(home.path, '.claude/settings.json');
  symlinkSync('../dotfiles/settings.json', link);
  carryover(home.path, ['install']);
  expect(readFileSync(join(home.path, 'dotfiles/settings.json'), 'utf8')).toContain('PreCompact');
  carryover(home.path, ['uninstall']);
  expect(existsSync(link)).toBe(false);
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
});

test('two configuration folders that share a home are installed and uninstalled apart', () => {
  using home = testdir({ 'a/settings.json': '{"a":1}', 'b/settings.json': '{"b":2}' });
  const env = (name: string): Record<string, string> => ({
    CLAUDE_CONFIG_DIR: join(home.path, name),
    CARRYOVER_HOME: join(home.path, 'shared'),
  });
  carryover(home.path, ['install'], env('a'));
  carryover(home.path, ['install'], env('b'));
  carryover(home.path, ['uninstall'], env('a'));
  expect(readFileSync(join(home.path, 'a/settings.json'), 'utf8')).toBe('{"a":1}');
  const { hooks } = JSON.parse(readFileSync(join(home.path, 'b/settings.json'), 'utf8'));
  const out = execFileSync('/bin/sh', ['-c', hooks.PreCompact[0].hooks[0].command], { input: '' });
  expect(out.toString()).toBe('');
});

test('what the disk refuses is a message, not a stack', () => {
  using home = testdir({ '.claude/settings.json': '{}', '.claude/carryover': 'a file' });
  const run = carryover(home.path, ['install']);
  expect(run.exitCode).toBe(1);
  expect(run.stderr).toContain('is not a folder; move it out of the way');
  expect(run.stderr).not.toContain(' at ');
});

test('disableAllHooks is pointed out', () => {
  using home = testdir({ '.claude/settings.json': '{"disableAllHooks":true}' });
  expect(carryover(home.path, ['install']).stdout).toContain(
    'They will not run while "disableAllHooks"',
  );
});

test('uninstall says whether there was anything to take out', () => {
  using home = testdir();
  expect(carryover(home.path, ['uninstall']).stdout).toContain(
    'There are no hooks of carryover in',
  );
  carryover(home.path, ['install']);
  expect(carryover(home.path, ['uninstall']).stdout).toContain("Took carryover's hooks out of");
});

test('R22: each install keeps a dated copy of the settings as they were', () => {
  using home = testdir({ '.claude/settings.json': ORIGINAL });
  carryover(home.path, ['install']);
  const folder = join(home.path, '.claude/carryover/settings');
  const [copy = ''] = readdirSync(folder);
  expect(copy).toMatch(/^\d{4}-\d\d-\d\dT/);
  expect(readFileSync(join(folder, copy), 'utf8')).toBe(ORIGINAL);
});

test('R22: --dry-run writes nothing', () => {
  using home = testdir({ '.claude/settings.json': '{}' });
  const run = carryover(home.path, ['install', '--dry-run', '--client-version', '2.1.332']);
  expect(run.stdout).toContain(
    'Would register UserPromptSubmit, PreCompact, SessionStart, PostCompact',
  );
  expect(readFileSync(join(home.path, '.claude/settings.json'), 'utf8')).toBe('{}');
  expect(existsSync(join(home.path, '.claude/carryover'))).toBe(false);
});

test('`carryover hook` is the registered file', () => {
  using home = testdir();
  const run = spawnSync(process.execPath, [CLI, 'hook', 'PreCompact'], {
    input: 'null',
    env: { HOME: home.path },
    encoding: 'utf8',
  });
  expect(run).toMatchObject({ status: 0, stdout: '', stderr: '' });
  const log = readFileSync(join(home.path, '.claude/carryover/log/runs.jsonl'), 'utf8');
  expect(JSON.parse(log)).toMatchObject({ event: 'PreCompact', outcome: 'failed' });
});

test('without a command the help is shown', () => {
  using home = testdir();
  const run = carryover(home.path, []);
  expect(run).toMatchObject({ exitCode: 0, stderr: '' });
  expect(run.stdout).toContain('Usage: carryover');
});

test('a command that does not exist is an error that names it', () => {
  using home = testdir();
  const run = carryover(home.path, ['instal']);
  expect(run.exitCode).toBe(1);
  expect(run.stderr).toContain("unknown command 'instal'");
  expect(run.stderr).toContain('install');
});
