import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { BARE, canBeBare, runBuiltCli } from './run-built-cli.ts';

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

test('install says that a wrong value in them keeps the client from the settings', () => {
  using root = testdir({ [SETTINGS]: '{"statusLine":"x"}' });
  const { stdout } = runBuiltCli(root.path, ['install', '--client-version', '2.1.332']);
  expect(stdout).toMatch(/^They will not run: "statusLine" must be an object; /m);
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

test('uninstall keeps the settings as they were, and names what still starts carryover', () => {
  using root = testdir();
  runBuiltCli(root.path, ['install']);
  const file = join(root.path, SETTINGS);
  const shown = runBuiltCli(root.path, ['statusline', '--settings']).stdout;
  const text = JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...JSON.parse(shown) });
  writeFileSync(file, text);
  const { stdout } = runBuiltCli(root.path, ['uninstall']);
  expect(stdout).toMatch(
    /^The status line still starts carryover: take "statusLine" out of \S+settings\.json before you delete the program\.$/m,
  );
  const copies = join(root.path, '.claude/carryover/settings');
  expect(readdirSync(copies).map((name) => readFileSync(join(copies, name), 'utf8'))).toEqual([
    text,
  ]);
  expect(readFileSync(file, 'utf8')).not.toContain('carryover-hook');
});

test('uninstall names a file of ours elsewhere that it cannot read', () => {
  using root = testdir({ 'elsewhere/.keep': '' });
  const cwd = join(root.path, 'elsewhere');
  runBuiltCli(root.path, ['install', '--scope', 'project'], { cwd });
  runBuiltCli(root.path, ['install']);
  const file = join(cwd, SETTINGS);
  writeFileSync(file, Buffer.concat([Buffer.from([0xff]), readFileSync(file)]));
  const run = runBuiltCli(root.path, ['uninstall']);
  expect(run).toMatchObject({ status: 0, stderr: '' });
  expect(run.stdout).toContain(`Still registered, from another scope, folder`);
  expect(run.stdout).toContain(file);
});

test.runIf(canBeBare)('uninstall works where the home takes nothing', () => {
  using root = testdir();
  runBuiltCli(root.path, ['install']);
  const home = join(root.path, '.claude/carryover');
  chmodSync(home, 0o500);
  const run = runBuiltCli(root.path, ['uninstall'], { within: BARE });
  chmodSync(home, 0o700);
  expect(run).toMatchObject({ status: 0, stderr: '' });
  expect(existsSync(join(root.path, SETTINGS))).toBe(false);
});

test.runIf(canBeBare)('uninstall changes nothing where it cannot change all', () => {
  using root = testdir({ 'project/.keep': '' });
  const cwd = join(root.path, 'project');
  runBuiltCli(root.path, ['install']);
  runBuiltCli(root.path, ['install', '--scope', 'project'], { cwd });
  const text = readFileSync(join(root.path, SETTINGS), 'utf8');
  const folder = join(cwd, '.claude');
  chmodSync(folder, 0o500);
  const run = runBuiltCli(root.path, ['uninstall'], { cwd, within: BARE });
  chmodSync(folder, 0o700);
  expect(run).toMatchObject({ status: 1, stdout: '' });
  expect(run.stderr).toBe(
    `Nothing was changed: nothing may be written into ${folder}. Make it writable for you (chmod u+w) and run the command again.\n`,
  );
  expect(readFileSync(join(root.path, SETTINGS), 'utf8')).toBe(text);
});
