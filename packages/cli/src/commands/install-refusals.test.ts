import { readFileSync } from 'node:fs';
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
