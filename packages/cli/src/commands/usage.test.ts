import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { contextUsage } from '@carryover/transcript';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const REPLY = {
  type: 'assistant',
  uuid: 'u1',
  parentUuid: null,
  timestamp: '2026-12-01T10:00:00.000Z',
  message: {
    id: 'm1',
    role: 'assistant',
    model: 'claude-opus-4-5-20251101',
    content: [],
    usage: { input_tokens: 50_000, output_tokens: 9 },
  },
};

function usage(
  cwd: string,
  args: string[],
): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [CLI, 'usage', ...args], {
    cwd,
    encoding: 'utf8',
    env: { HOME: cwd },
  });
}

test('tells tokens, window and percent, and as JSON what the library returns', () => {
  using root = testdir({ 's1.jsonl': `${JSON.stringify(REPLY)}\n` });
  expect(usage(root.path, ['s1.jsonl']).stdout).toMatch(
    /^25 % of the context: 50,000 tokens; window 200,000 tokens/,
  );
  expect(JSON.parse(usage(root.path, ['s1.jsonl', '--json']).stdout)).toEqual(
    contextUsage(`${root.path}/s1.jsonl`, { env: {} }),
  );
});

test('takes the newest session of the folder where none is named', () => {
  using root = testdir();
  const slug = root.path.replace(/[^A-Za-z0-9]/g, '-');
  using home = testdir({ [`.claude/projects/${slug}/s1.jsonl`]: `${JSON.stringify(REPLY)}\n` });
  const run = spawnSync(process.execPath, [CLI, 'usage'], {
    cwd: root.path,
    encoding: 'utf8',
    env: { HOME: home.path },
  });
  expect(run.stdout).toMatch(/^25 %/);
});

test('names a file that is not there, and what to give', () => {
  using root = testdir();
  expect(usage(root.path, ['none.jsonl'])).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/none\.jsonl.*Give the path of a transcript/s),
  });
  expect(usage(root.path, []).stderr).toMatch(/No session of this folder/);
});
