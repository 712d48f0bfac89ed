import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { contextUsage } from '@carryover/transcript';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { runBuiltCli } from './run-built-cli.ts';

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
    stderr: expect.stringMatching(/Cannot tell.*none\.jsonl\. Give the path of a transcript/s),
  });
  expect(usage(root.path, []).stderr).toMatch(/there is none of this folder.*Go to the folder/);
});

/** The window that `usage`, `status` and `report` tell in a folder, which is the home too. */
function windowsIn(files: Record<string, string>): number[] {
  using root = testdir(files);
  const slug = root.path.replace(/[^A-Za-z0-9]/g, '-');
  const transcript = join(root.path, '.claude/projects', slug, 's1.jsonl');
  mkdirSync(dirname(transcript), { recursive: true });
  writeFileSync(transcript, `${JSON.stringify(REPLY)}\n`);
  const json = (command: string) => JSON.parse(runBuiltCli(root.path, [command, '--json']).stdout);
  return [json('usage'), json('status').usage, json('report').context].map(({ window }) => window);
}

test('goes by the settings of the client and of carryover, as the hooks do', () => {
  const settings = JSON.stringify({ model: 'opus[1m]' });
  const million = [1_000_000, 1_000_000, 1_000_000];
  expect(windowsIn({ '.claude/settings.json': settings })).toEqual(million);
  expect(windowsIn({ '.claude/settings.local.json': settings })).toEqual(million);
  expect(
    windowsIn({
      '.claude/settings.json': settings,
      '.claude/carryover/config.json': '{"window":300000}',
    }),
  ).toEqual([300_000, 300_000, 300_000]);
});

function reply(tokens: number): string {
  const message = { ...REPLY.message, usage: { input_tokens: tokens, output_tokens: 9 } };
  return `${JSON.stringify({ ...REPLY, message })}\n`;
}

test('says 100 % only of a full window, and that a window is wrong when more is in it', () => {
  using root = testdir({ 'a.jsonl': reply(199_400), 'b.jsonl': reply(200_000) });
  expect(usage(root.path, ['a.jsonl']).stdout).toMatch(/^99 % /);
  expect(usage(root.path, ['b.jsonl']).stdout).toMatch(/^100 % /);
  using over = testdir({
    'd.jsonl': reply(150_000).replace('claude-opus-4-5-20251101', 'own-model'),
  });
  const run = spawnSync(process.execPath, [CLI, 'usage', 'd.jsonl'], {
    cwd: over.path,
    encoding: 'utf8',
    env: { HOME: over.path, CLAUDE_CODE_MAX_CONTEXT_TOKENS: '100000' },
  });
  expect(run.stdout).toMatch(/^100 % .*the window must be larger: this would be 150 % of it/);
});

test('says when the figure is from before a rewind, and what could not be read', () => {
  const prompt = { type: 'user', uuid: 'u2', parentUuid: null, message: { content: 'again' } };
  using root = testdir({ 's.jsonl': `${reply(50_000)}{"damaged\n${JSON.stringify(prompt)}\n` });
  expect(usage(root.path, ['s.jsonl']).stdout).toMatch(
    /from before a rewind: less is used now; newer lines that cannot be read: 1/,
  );
});
