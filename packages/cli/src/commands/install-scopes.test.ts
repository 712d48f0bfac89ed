import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { testdir, type TestDir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { runBuiltCli, type CliRun } from './run-built-cli.ts';

const FILES = {
  user: 'home/.claude/settings.json',
  project: 'work/.claude/settings.json',
  local: 'work/.claude/settings.local.json',
};

function carryover(root: TestDir, args: string[], env: Record<string, string> = {}): CliRun {
  const home = join(root.path, 'home');
  mkdirSync(home, { recursive: true });
  const cwd = join(root.path, 'work');
  mkdirSync(cwd, { recursive: true });
  return runBuiltCli(home, args, { cwd, env });
}

const install = (root: TestDir, scope: string): CliRun =>
  carryover(root, ['install', '--scope', scope, '--client-version', '2.1.332']);

/** The scopes that register us. */
function registeredIn(root: TestDir): string[] {
  return Object.entries(FILES)
    .filter(([, file]) => existsSync(join(root.path, file)))
    .filter(([, file]) => readFileSync(join(root.path, file), 'utf8').includes('carryover'))
    .map(([scope]) => scope);
}

test.each(['user', 'project', 'local'])(
  '--scope %s registers in the file that the client reads for it, and uninstall finds it',
  (scope) => {
    using root = testdir();
    expect(install(root, scope).status).toBe(0);
    expect(registeredIn(root)).toEqual([scope]);
    expect(carryover(root, ['uninstall']).stdout).toMatch(
      /Took carryover's hooks out of \S+settings[\w.]*json\.\n/,
    );
    expect(registeredIn(root)).toEqual([]);
  },
);

// Root may read everything.
test.skipIf(process.getuid?.() === 0)(
  'uninstall says nothing of a file that it cannot read but that',
  () => {
    using root = testdir();
    install(root, 'user');
    chmodSync(join(root.path, FILES.user), 0);
    const run = carryover(root, ['uninstall']);
    expect(run).toMatchObject({ status: 1, stdout: '' });
    expect(run.stderr).toContain('settings.json cannot be read');
  },
);

test('the program and the states stay with the person, whatever the scope', () => {
  using root = testdir();
  install(root, 'local');
  expect(existsSync(join(root.path, 'home/.claude/carryover/bin/carryover-hook.cjs'))).toBe(true);
  expect(existsSync(join(root.path, 'work/.claude/carryover'))).toBe(false);
});

test('several scopes are told, and taken out together or one by one', () => {
  using root = testdir({ [FILES.project]: '// ours\n{ "model": "opus" }\n' });
  install(root, 'user');
  expect(install(root, 'project').stdout).toMatch(
    /Whoever shares this file[\s\S]*Also registered in \S+home\/\.claude\/settings\.json/,
  );
  install(root, 'local');
  expect(registeredIn(root)).toEqual(['user', 'project', 'local']);
  const one = carryover(root, ['uninstall', '--scope', 'local']);
  expect(one.stdout).toMatch(/Still registered, .*home\/\.claude\/settings\.json/);
  expect(registeredIn(root)).toEqual(['user', 'project']);
  carryover(root, ['uninstall']);
  expect(registeredIn(root)).toEqual([]);
  expect(readFileSync(join(root.path, FILES.project), 'utf8')).toBe(
    '// ours\n{ "model": "opus" }\n',
  );
});

test('another scope with the same command is no second run, one with another command is', () => {
  using root = testdir();
  install(root, 'user');
  expect(install(root, 'local').stdout).toMatch(
    /Also registered in \S+settings\.json: Claude Code runs the same command once\./,
  );
  const file = join(root.path, FILES.user);
  const node = join(root.path, 'node');
  symlinkSync(process.execPath, node);
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(process.execPath, node));
  expect(install(root, 'local').stdout).toMatch(
    /Also registered in \S+settings\.json, by other commands, which run too: /,
  );
  rmSync(node);
  expect(install(root, 'local').stdout).toMatch(
    /Also registered in \S+settings\.json, by commands of another machine, which stay silent here\./,
  );
});

test('CLAUDE_PROJECT_DIR is the folder where the client tells one', () => {
  using root = testdir({ 'other/x': '' });
  const other = join(root.path, 'other');
  carryover(root, ['install', '--scope', 'local'], { CLAUDE_PROJECT_DIR: other });
  expect(existsSync(join(other, '.claude/settings.local.json'))).toBe(true);
  expect(carryover(root, ['uninstall']).stdout).toMatch(
    /There are no hooks of carryover in [\s\S]*Still registered, .*other\/\.claude\/settings\.local\.json/,
  );
});

test("a foreign project's broken settings do not keep uninstall from the person's own", () => {
  using root = testdir({ [FILES.project]: new Uint8Array([0x7b, 0xff, 0xfe]) });
  install(root, 'user');
  expect(carryover(root, ['uninstall'])).toMatchObject({ status: 0, stderr: '' });
  expect(registeredIn(root)).toEqual([]);
});

test('a file with our hooks that cannot be edited is named before any file is changed', () => {
  using root = testdir();
  install(root, 'user');
  mkdirSync(join(root.path, 'work/.claude'));
  const broken = `{ "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "carryover hook Stop" }] }] }`;
  using other = testdir({ [FILES.project]: broken });
  install(other, 'user');
  const run = carryover(other, ['uninstall']);
  expect(run).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/work\/\.claude\/settings/),
  });
  expect(registeredIn(other)).toEqual(['user', 'project']);
});

test('in the home folder user and project are one file, told once', () => {
  using root = testdir();
  const env = { CLAUDE_PROJECT_DIR: join(root.path, 'home') };
  const run = carryover(root, ['install', '--scope', 'project'], env);
  expect(run.stdout).not.toContain('Also registered');
  expect(carryover(root, ['uninstall'], env).stdout.match(/Took/g)).toHaveLength(1);
});
