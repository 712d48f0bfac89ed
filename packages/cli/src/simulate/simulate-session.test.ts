import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const DEMO = fileURLToPath(new URL('../../demo/session/transcript.jsonl', import.meta.url));

function simulate(cwd: string, args: string[], env: Record<string, string> = {}) {
  const all = { HOME: cwd, TMPDIR: cwd, PATH: '/usr/bin:/bin', ...env };
  return spawnSync(process.execPath, [CLI, 'simulate', ...args], {
    cwd,
    env: all,
    encoding: 'utf8',
  });
}

test('tells what a compaction of the demo session would keep and give back, and writes nothing', () => {
  using root = testdir();
  const result = JSON.parse(simulate(root.path, [DEMO, '--json']).stdout);
  expect(
    result.steps.map(({ event, outcome }: Record<string, string>) => [event, outcome]),
  ).toEqual([
    ['UserPromptSubmit', 'ok'],
    ['PreCompact', 'ok'],
    ['SessionStart', 'ok'],
  ]);
  expect(result.state.sections).toHaveLength(10);
  expect(result.injection).toMatch(/never touch the migrations folder/);
  expect(result.injection.length).toBeLessThanOrEqual(9_500);
  expect(result.injection).toContain(join(root.path, '.claude', 'carryover', 'state'));
  expect(existsSync(join(root.path, '.claude'))).toBe(false);
  expect(spawnSync('ls', ['-A', root.path], { encoding: 'utf8' }).stdout).toBe('');
});

test('obeys the configuration of the home', () => {
  using root = testdir({ '.claude/carryover/config.json': '{"warnThreshold": 5}' });
  expect(simulate(root.path, [DEMO]).stdout).toMatch(/UserPromptSubmit: ok, warned at 31 %/);
});

test('gives back what is pinned in the project, as a compaction would', () => {
  using root = testdir();
  // The folder of the recorded session is not there, so that this one counts.
  const env = { HOME: root.path, PATH: '/usr/bin:/bin' };
  spawnSync(process.execPath, [CLI, 'pin', 'Ship on Friday.'], { cwd: root.path, env });
  const result = JSON.parse(simulate(root.path, [DEMO, '--json']).stdout);
  expect(result.injection).toContain('Pinned: Ship on Friday.');
});

test('names a file that is not there', () => {
  using root = testdir();
  expect(simulate(root.path, ['none.jsonl'])).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/none\.jsonl/),
  });
});
