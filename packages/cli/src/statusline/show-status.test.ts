import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram, testdir, type ProgramOptions } from '@carryover/testing';
import { describe, expect, test } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../../dist/statusline.cjs', import.meta.url));
const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const ESCAPE = String.fromCodePoint(27);
const EMPTY = '░░░░░░░░░░░░│░░░░░░░░';
const SESSION = '63dc9c5c-2754-4142-9992-3b05241f50af';

/** What the real client of that version wrote, update by update. */
function recorded(version: string): string[] {
  const file = new URL(`../../fixtures/status-line/${version}.jsonl`, import.meta.url);
  return readFileSync(file, 'utf8').trimEnd().split('\n');
}

async function show(stdin: string, options: ProgramOptions = {}): Promise<string> {
  const env = { NO_COLOR: '1', HOME: '/nowhere', ...options.env };
  const run = await runProgram(PROGRAM, { ...options, stdin, env });
  expect({ exitCode: run.exitCode, stderr: run.stderr }).toEqual({ exitCode: 0, stderr: '' });
  return run.stdout;
}

const lines = (...entries: object[]): string =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');

describe('the status line of a recorded session', () => {
  test.each(['2.1.332', '2.0.77'])(
    '%s: unknown at the start, then what the client shows',
    async (version) => {
      const [start = '', reply = ''] = recorded(version);
      expect(await show(start)).toBe(`${EMPTY} no reply yet\n`);
      expect(await show(reply)).toBe('████████████│█░░░░░░░ 64 % 127k/200k\n');
    },
  );

  test('is yellow from the warning on, and without colour where NO_COLOR says so', async () => {
    const [, reply = ''] = recorded('2.1.332');
    const small = reply.replace('125990', '12599');
    const env = { NO_COLOR: '' };
    expect(await show(reply, { env })).toMatch(new RegExp(`^${ESCAPE}\\[33m█+│█`));
    expect(await show(small, { env })).toMatch(new RegExp(`^${ESCAPE}\\[32m█░+│░`));
  });

  test('tells how old the newest state of the session is', async () => {
    const at = new Date(Date.now() - 12.2 * 60_000).toISOString();
    const entry = { type: 'state', at, generation: 1, project: 'p' };
    using home = testdir({ [`sessions/${SESSION}.jsonl`]: `${JSON.stringify(entry)}\n` });
    const line = await show(recorded('2.1.332')[1] ?? '', { env: { CARRYOVER_HOME: home.path } });
    expect(line).toBe('████████████│█░░░░░░░ 64 % 127k/200k · state 12 min ago\n');
  });
});

describe('where the client shows no usage', () => {
  const reply = {
    type: 'assistant',
    timestamp: '2026-12-01T10:00:00.000Z',
    message: { id: 'm1', model: 'claude-sonnet-4-5', content: [], usage: { input_tokens: 50_000 } },
  };
  const boundary = {
    type: 'system',
    subtype: 'compact_boundary',
    compactMetadata: { postTokens: 2000 },
  };

  test('the transcript tells: a resumed session, a client without the field', async () => {
    using root = testdir({ 't.jsonl': lines(reply) });
    const input = { session_id: 's1', transcript_path: join(root.path, 't.jsonl') };
    expect(await show(JSON.stringify(input))).toBe('█████░░░░░░░│░░░░░░░░ 25 % 50k/200k\n');
    const wide = {
      ...input,
      context_window: { context_window_size: 1_000_000, current_usage: null },
    };
    expect(await show(JSON.stringify(wide))).toBe('█░░░░░░░░░░░│░░░░░░░░ 5 % 50k/1M\n');
  });

  test('a figure from before a compaction is not shown', async () => {
    using root = testdir({ 't.jsonl': lines(reply, boundary), 'early.jsonl': lines(reply) });
    const input = { session_id: 's1', transcript_path: join(root.path, 't.jsonl') };
    expect(await show(JSON.stringify(input))).toBe(`${EMPTY} compacted, about 26 %\n`);
    // The boundary is not on disk yet, and carryover's ledger knows of the compaction.
    const entry = { type: 'compacted', at: '2026-12-01T10:01:00.000Z', transcriptBytes: 9999 };
    using home = testdir({ 'sessions/s1.jsonl': lines(entry) });
    const early = { ...input, transcript_path: join(root.path, 'early.jsonl') };
    const env = { CARRYOVER_HOME: home.path };
    expect(await show(JSON.stringify(early), { env })).toBe(`${EMPTY} compacted\n`);
  });
});

test.each([
  ['nothing', ''],
  ['no JSON', 'hello'],
  ['a list', '[]'],
  ['wrong types', '{"session_id":7,"context_window":"x","transcript_path":{}}'],
  ['a session id that leaves the folder', '{"session_id":"../../x","transcript_path":"/nowhere"}'],
  [
    'absurd figures',
    '{"context_window":{"context_window_size":-1,"current_usage":{"input_tokens":1e99}}}',
  ],
])('%s on stdin is still one short line and exit code 0', async (_, stdin) => {
  expect(await show(stdin)).toMatch(/^[^\n]{1,80}\n$/);
});

test('a client that has gone is no failure', async () => {
  const stdin = recorded('2.1.332')[1] ?? '';
  const run = await runProgram(PROGRAM, { stdin, stdout: 'closed', env: { HOME: '/nowhere' } });
  expect(run).toMatchObject({ exitCode: 0, stderr: '' });
});

describe('carryover statusline', () => {
  test('prints the same as the program that the client starts', async () => {
    const stdin = recorded('2.1.332')[1] ?? '';
    const env = { NO_COLOR: '1', HOME: '/nowhere' };
    const run = await runProgram(CLI, { args: ['statusline'], stdin, env });
    expect(run.stdout).toBe(await show(stdin));
  });

  test('--settings prints an entry that a shell starts as it stands, whatever the folder is called', async () => {
    using home = testdir({ "it's a home/bin/carryover-statusline.cjs": readFileSync(PROGRAM) });
    const folder = join(home.path, "it's a home");
    const env = { CARRYOVER_HOME: folder, HOME: home.path };
    const { stdout } = await runProgram(CLI, { args: ['statusline', '--settings'], env });
    const { statusLine }: { statusLine: { type: string; command: string } } = JSON.parse(stdout);
    expect(statusLine.type).toBe('command');
    const shell = spawnSync('/bin/sh', ['-c', statusLine.command], {
      input: recorded('2.1.332')[1],
      env: { NO_COLOR: '1', PATH: '' },
      encoding: 'utf8',
    });
    expect(shell.stdout).toBe('████████████│█░░░░░░░ 64 % 127k/200k\n');
  });
});
