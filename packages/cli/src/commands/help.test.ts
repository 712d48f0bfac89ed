import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { testdir } from '@carryover/testing';
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

/** What a real bash offers after these words and a tab. */
function completeInBash(bin: string, line: string): string[] {
  const words = line.split(' ');
  const script = `
    source <(carryover completion bash)
    COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})
    COMP_CWORD=${words.length - 1}; COMP_LINE='${line}'; COMP_POINT=${line.length}
    eval "$(complete -p carryover | sed -E 's/.*-F ([^ ]+).*/\\1/')"
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const child = spawnSync('bash', ['--norc', '-c', script], {
    encoding: 'utf8',
    env: { PATH: `${bin}:/usr/bin:/bin`, HOME: bin },
  });
  expect(child.stderr).toBe('');
  return child.stdout
    .split('\n')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

test('bash completes commands, sub-commands and options, from the program itself', () => {
  using root = testdir();
  const bin = join(root.path, 'bin');
  mkdirSync(bin);
  chmodSync(BUILT_CLI, 0o755);
  symlinkSync(BUILT_CLI, join(bin, 'carryover'));
  symlinkSync(process.execPath, join(bin, 'node'));
  const offered = completeInBash(bin, 'carryover ');
  for (const name of COMMANDS) expect(offered).toContain(name);
  expect(offered).not.toContain('hook');
  expect(completeInBash(bin, 'carryover sta')).toEqual(expect.arrayContaining(['status']));
  expect(completeInBash(bin, 'carryover backups re')).toEqual(['restore']);
  expect(completeInBash(bin, 'carryover purge --dr')).toEqual(['--dry-run']);
});

test.each(['zsh', 'fish'])('a script for %s names the program', (shell) => {
  const { status, stdout } = runBuiltCli('/', ['completion', shell]);
  expect(status).toBe(0);
  expect(stdout).toContain('carryover complete');
});

test('a shell that is not known is refused with those that are', () => {
  expect(runBuiltCli('/', ['completion', 'tcsh'])).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/bash.*fish/),
  });
});
