import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { runBuiltCli } from './run-built-cli.ts';

const CLIENT = ['--client-version', '2.1.332'];

test('a relative link below a linked folder leads to where the system takes it', () => {
  using root = testdir({ 'home/keep': '', 'dot/claude/keep': '', 'dot/shared/keep': '' });
  const home = join(root.path, 'home');
  symlinkSync('../dot/claude', join(home, '.claude'));
  symlinkSync('../shared/settings.json', join(root.path, 'dot/claude/settings.json'));
  expect(runBuiltCli(home, ['install', ...CLIENT]).status).toBe(0);
  const text = readFileSync(join(home, '.claude/settings.json'), 'utf8');
  expect(text).toContain('PreCompact');
  expect(readFileSync(join(root.path, 'dot/shared/settings.json'), 'utf8')).toBe(text);
  runBuiltCli(home, ['uninstall']);
  expect(existsSync(join(root.path, 'dot/shared/settings.json'))).toBe(false);
});

test('a chain of links to a file that is still to be made stays one', () => {
  using root = testdir({ '.claude/keep': '', 'a/keep': '', 'b/keep': '' });
  symlinkSync('../a/settings.json', join(root.path, '.claude/settings.json'));
  symlinkSync(join(root.path, 'b/settings.json'), join(root.path, 'a/settings.json'));
  runBuiltCli(root.path, ['install', ...CLIENT]);
  expect(lstatSync(join(root.path, 'a/settings.json')).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(root.path, 'b/settings.json'), 'utf8')).toContain('PreCompact');
});

test('links that lead nowhere for good are told, not followed for ever', () => {
  using root = testdir({ '.claude/keep': '' });
  symlinkSync('nowhere/../settings.json', join(root.path, '.claude/settings.json'));
  const run = runBuiltCli(root.path, ['install', ...CLIENT]);
  expect(run.status).toBe(1);
  expect(run.stderr).toMatch(/settings\.json/);
  expect(run.stderr).not.toContain(' at ');
});

test('with a linked home, uninstall takes away the file that install made', () => {
  using root = testdir({ 'real/keep': '' });
  const home = join(root.path, 'home');
  symlinkSync('real', home);
  runBuiltCli(home, ['install', ...CLIENT]);
  runBuiltCli(home, ['uninstall']);
  expect(existsSync(join(home, '.claude/settings.json'))).toBe(false);
});

test.each([
  ['the home', 'home', 'real'],
  ['the settings file', 'real/.claude/settings.json', '../dotfiles/settings.json'],
])('R22: doctor knows what install wrote where %s is a link', (_name, link, target) => {
  using root = testdir({ 'real/dotfiles/settings.json': '{}\n', 'real/.claude/keep': '' });
  symlinkSync(target, join(root.path, link));
  const home = join(root.path, link.split('/')[0] ?? '');
  mkdirSync(join(home, 'project'));
  runBuiltCli(home, ['install', ...CLIENT]);
  writeFileSync(join(home, '.claude/settings.json'), '{}\n');
  const run = runBuiltCli(home, ['doctor', ...CLIENT], { cwd: join(home, 'project') });
  expect(run.stdout).toContain('The entries that carryover install wrote are gone from');
});
