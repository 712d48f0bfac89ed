import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { runBuiltCli } from './run-built-cli.ts';

const SETTINGS = '.claude/settings.json';

test.each([
  ['2.0.77', 'PreModelSwitch', /They will not run: .*PreModelSwitch.*2\.0\.77/],
  ['2.1.50', 'preToolUse', /They will not run: .*no hook of this file runs/],
])('install says that %s runs no hook beside %s', (version, event, note) => {
  const text = `{ "hooks": { "${event}": [{ "hooks": [] }] } } `;
  using root = testdir({ [SETTINGS]: text });
  const run = runBuiltCli(root.path, ['install', '--client-version', version]);
  expect(run).toMatchObject({ status: 0, stdout: expect.stringMatching(note) });
  const newer = runBuiltCli(root.path, ['install', '--client-version', '2.1.332']);
  expect(newer.stdout).not.toContain('They will not run');
  expect(readFileSync(join(root.path, SETTINGS), 'utf8')).toContain(event);
});

test.each([['install'], ['uninstall']])('%s leaves a read-only settings file alone', (command) => {
  using root = testdir({ [SETTINGS]: '{}' });
  const file = join(root.path, SETTINGS);
  if (command === 'uninstall') runBuiltCli(root.path, ['install']);
  const text = readFileSync(file, 'utf8');
  chmodSync(file, 0o444);
  const run = runBuiltCli(root.path, [command]);
  expect(run).toMatchObject({ status: 1, stdout: '' });
  expect(run.stderr).toMatch(
    /^Nothing was changed: \S+settings\.json is read-only\. Make it writable for you \(chmod u\+w\) and run the command again\.\n$/,
  );
  expect(readFileSync(file, 'utf8')).toBe(text);
  expect(existsSync(join(root.path, '.claude/carryover/bin'))).toBe(command === 'uninstall');
});

test('a read-only settings file that stays as it is is no obstacle', () => {
  using root = testdir();
  runBuiltCli(root.path, ['install']);
  chmodSync(join(root.path, SETTINGS), 0o444);
  expect(runBuiltCli(root.path, ['install'])).toMatchObject({ status: 0, stderr: '' });
});

// Root may read everything.
test.skipIf(process.getuid?.() === 0)('install says that it cannot read the settings', () => {
  using root = testdir({ [SETTINGS]: '{}' });
  chmodSync(join(root.path, SETTINGS), 0);
  expect(runBuiltCli(root.path, ['install'])).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/settings\.json cannot be read\. Make it readable for you/),
  });
});

test.runIf(process.platform !== 'win32').each([
  ['install', SETTINGS, /settings\.json is not a file\. Move it out of the way/],
  ['install', '.claude/settings.local.json', /^$/],
  ['uninstall', SETTINGS, /^$/],
])('%s waits for no writer of a pipe at %s', (command, path, says) => {
  using root = testdir({ '.claude/keep': '' });
  execFileSync('mkfifo', [join(root.path, path)]);
  const run = runBuiltCli(root.path, [command], { within: ['timeout', '10'] });
  expect(run.status).not.toBe(124);
  expect(run.stderr).toMatch(says);
});
