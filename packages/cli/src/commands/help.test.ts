import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { testdir, type TestDir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { BUILT_CLI, runBuiltCli } from './run-built-cli.ts';

const COMMANDS = runBuiltCli('/', ['--help'])
  .stdout.split('\n')
  .flatMap((line) => /^ {2}(\w+) {2}/.exec(line)?.[1] ?? []);

test.each([
  [],
  ...COMMANDS.map((name) => [name]),
  ['backups', 'list'],
  ['backups', 'show'],
  ['backups', 'restore'],
])('help of %s fits a screen of 24 lines and 80 columns', (...args: string[]) => {
  const { stdout, status } = runBuiltCli('/', [...args, '--help']);
  expect(status).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(24);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
});

test.each([
  [['nothing'], 'carryover'],
  [['show', '--nothing'], 'carryover show'],
  [['pin', 'a', 'b', '--nothing'], 'carryover pin'],
  [['backups', 'restore'], 'carryover backups restore'],
])('a usage error of %j points to the help of %s', (args, command) => {
  const { stderr, status } = runBuiltCli('/', args);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^error: /);
  expect(stderr.trimEnd().split('\n').at(-1)).toBe(`(${command} --help shows how it is used)`);
});

/** The command on a PATH, as an installed one is. */
function install(root: TestDir): string {
  const bin = join(root.path, 'bin');
  mkdirSync(bin);
  chmodSync(BUILT_CLI, 0o755);
  symlinkSync(BUILT_CLI, join(bin, 'carryover'));
  symlinkSync(process.execPath, join(bin, 'node'));
  return bin;
}

/** What a real shell offers for the last of these words. */
function complete(bin: string, [shell = '', ...flags]: string[], script: string): string[] {
  const child = spawnSync(shell, [...flags, '-c', script], {
    encoding: 'utf8',
    env: { PATH: `${bin}:/usr/bin:/bin`, HOME: bin },
  });
  expect(child.stderr).toBe('');
  return child.stdout.split('\n').filter((word) => word !== '');
}

function inBash(bin: string, line: string): string[] {
  const words = line.split(' ');
  const script = `
    set -u
    source <(carryover completion bash)
    source <(carryover completion bash)
    COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
    _carryover
    printf '%s\n' "\${COMPREPLY[@]-}"`;
  return complete(bin, ['bash', '--norc'], script);
}

test('bash completes commands, sub-commands and options', () => {
  using root = testdir();
  const bin = install(root);
  const offered = inBash(bin, 'carryover ');
  for (const name of COMMANDS) expect(offered).toContain(name);
  expect(offered).not.toContain('hook');
  expect(inBash(bin, 'carryover sta')).toContain('status');
  expect(inBash(bin, 'carryover backups re')).toEqual(['restore']);
  expect(inBash(bin, 'carryover backups show --r')).toEqual(['--raw']);
  expect(inBash(bin, 'carryover purge --session x --dr')).toEqual(['--dry-run']);
  expect(inBash(bin, 'carryover completion f')).toEqual(['fish']);
});

test('bash completes the values of an option that has a choice of them', () => {
  using root = testdir();
  const bin = install(root);
  expect(inBash(bin, 'carryover install --scope ')).toEqual(['user', 'project', 'local']);
  expect(inBash(bin, 'carryover install --yes --writer cl')).toEqual(['claude']);
  expect(inBash(bin, 'carryover install --scope user --dr')).toEqual(['--dry-run']);
  expect(inBash(bin, 'carryover uninstall --scope lo')).toEqual(['local']);
});

test('a tab runs nothing of what was typed', () => {
  using root = testdir();
  inBash(install(root), 'carryover show $(touch${IFS}ran) `touch${IFS}ran` sta');
  expect(existsSync(join(process.cwd(), 'ran'))).toBe(false);
  expect(existsSync(join(root.path, 'bin/ran'))).toBe(false);
});

const has = (shell: string): boolean => spawnSync(shell, ['-c', 'exit 0']).status === 0;

// Few machines have these shells; where they are they must take the scripts.
test.runIf(has('fish'))('fish completes the same', () => {
  using root = testdir();
  const bin = install(root);
  const inFish = (line: string) =>
    complete(
      bin,
      ['fish', '--no-config'],
      `carryover completion fish | source; complete -C '${line}'`,
    ).map((offer) => offer.split('\t')[0]);
  expect(inFish('carryover ')).toEqual(expect.arrayContaining(COMMANDS));
  // Beside files.
  expect(inFish('carryover backups re')).toContain('restore');
  expect(inFish('carryover purge --dr')).toEqual(['--dry-run']);
  expect(inFish('carryover install --scope lo')).toContain('local');
});

test.runIf(has('zsh'))('zsh completes the same', () => {
  using root = testdir();
  const bin = install(root);
  const inZsh = (line: string) =>
    complete(
      bin,
      ['zsh', '-f'],
      `compdef() {}; _files() {}; _describe() { print -l -- \${offers%%:*} }
       source <(carryover completion zsh); words=(${line} ''); CURRENT=\${#words}; _carryover`,
    );
  expect(inZsh('carryover')).toEqual(expect.arrayContaining(COMMANDS));
  expect(inZsh('carryover backups')).toEqual(expect.arrayContaining(['list', 'restore']));
  expect(inZsh('carryover purge')).toContain('--dry-run');
  expect(inZsh('carryover install --scope')).toEqual(['user', 'project', 'local']);
});

test('a shell that is not known is refused with those that are', () => {
  expect(runBuiltCli('/', ['completion', 'tcsh'])).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/bash.*fish/),
  });
});
