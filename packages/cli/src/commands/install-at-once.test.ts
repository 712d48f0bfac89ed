import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { BUILT_CLI } from './run-built-cli.ts';

test('installs at the same time keep all that uninstall needs', async () => {
  using root = testdir();
  const home = join(root.path, 'home');
  const folders = Array.from({ length: 8 }, (_, index) => join(root.path, `project-${index}`));
  for (const folder of [home, ...folders]) mkdirSync(folder);
  const inEach = (args: string[]): Promise<unknown[]> =>
    Promise.all(folders.map((cwd) => finished([...args, '--scope', 'local'], { home, cwd })));
  expect(await inEach(['install', '--client-version', '2.1.332'])).toEqual(folders.map(() => 0));
  const record = join(home, '.claude/carryover/install.json');
  expect(Object.keys(JSON.parse(readFileSync(record, 'utf8')))).toHaveLength(folders.length);
  expect(await inEach(['uninstall'])).toEqual(folders.map(() => 0));
  for (const folder of folders)
    expect(existsSync(join(folder, '.claude/settings.local.json'))).toBe(false);
  expect(JSON.parse(readFileSync(record, 'utf8'))).toEqual({});
  expect(readdirSync(join(home, '.claude/carryover')).toSorted()).toEqual(['bin', 'install.json']);
});

function finished(args: string[], { home, cwd }: { home: string; cwd: string }): Promise<unknown> {
  const child = spawn(process.execPath, [BUILT_CLI, ...args], {
    cwd,
    env: { HOME: home, PATH: '/usr/bin:/bin' },
    stdio: 'ignore',
  });
  return new Promise((resolve) => child.once('close', resolve));
}
