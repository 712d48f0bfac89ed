import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram, testdir, type TestDir } from '@carryover/testing';
import { describe, expect, test } from 'vitest';
import { hooks } from './index.ts';
import { startSession } from './start-session.ts';

// How hooks of other tools have failed in public, by the numbers of our list: stdin, stdout, exit code.

const BUILT_HOOK = fileURLToPath(new URL('../../dist/hook.cjs', import.meta.url));

/** Each event with what decides its answer, and whether the model is told something by it here. */
const MOMENTS: [string, object, boolean][] = [
  ['UserPromptSubmit', { prompt: 'go on' }, true],
  ['PostToolUse', { tool_name: 'Read', tool_input: {}, tool_response: {} }, true],
  ['PreCompact', { trigger: 'manual', custom_instructions: null }, false],
  ['PreCompact', { trigger: 'auto', custom_instructions: null }, false],
  ['SessionStart', { source: 'compact' }, true],
  ['SessionStart', { source: 'startup' }, true],
  ['SessionStart', { source: 'resume' }, true],
  ['SessionStart', { source: 'clear' }, true],
  ['SessionStart', { source: 'fork', seconds_since_last_response: 5 }, false],
  ['PostCompact', { trigger: 'auto', compact_summary: 'Short.' }, false],
  ['Stop', { stop_hook_active: false }, false],
  ['SessionEnd', { reason: 'exit' }, false],
];

/** A session above the threshold, with rules, open tasks and every switch on. */
function busySession(root: TestDir) {
  const home = join(root.path, '.claude/carryover');
  mkdirSync(home, { recursive: true });
  const config = { warnMidTurn: true, onStartup: 'inject', onClear: 'inject' };
  writeFileSync(join(home, 'config.json'), JSON.stringify(config));
  const session = startSession(root);
  session.says('Never touch the migrations. Use the queue.');
  session.answers(150_000, 'Open: 1. write the tests 2. deploy');
  return session;
}

const NOISE = {
  CLAUDECODE: '1',
  CI: '1',
  DEBUG: '*',
  NODE_OPTIONS: '--trace-deprecation',
  NODE_DEBUG: 'fs',
  npm_config_loglevel: 'verbose',
  FORCE_COLOR: '1',
};

const quiet = MOMENTS.filter(([event, , speaks]) => !speaks && event !== 'PreCompact');

test.each(quiet)('R04, R05: %s %o says nothing', (event, fields) => {
  using root = testdir();
  const run = busySession(root).run(event, fields, { env: NOISE });
  expect(run).toMatchObject({ exitCode: 0, stdout: '' });
});

test.each(['manual', 'auto'])('R04, R05: PreCompact %s says plain text', (trigger) => {
  using root = testdir();
  const run = busySession(root).run('PreCompact', { trigger }, { env: NOISE });
  expect(run.exitCode).toBe(0);
  expect(run.stdout).toMatch(/^Keep in the summary[^{}\p{Cc}]*(?:\n[^{}\p{Cc}]+)*$/u);
});

const speaking = MOMENTS.filter(([, , speaks]) => speaks);

test.each(speaking)('R04, R05: %s %o says one document of its event', (event, fields) => {
  using root = testdir();
  const session = busySession(root);
  const earlier = startSession(root, 'earlier');
  earlier.says('We chose Postgres over SQLite.');
  earlier.run('PreCompact', { trigger: 'auto' });
  const run = session.run(event, fields, { env: NOISE });
  expect(run.exitCode).toBe(0);
  const hookSpecificOutput = {
    hookEventName: event,
    additionalContext: expect.stringMatching(/./),
  };
  expect(JSON.parse(run.stdout)).toMatchObject({ hookSpecificOutput });
});

test('R06: at Stop nothing is said and nothing is kept, called again or not', () => {
  using root = testdir();
  const session = busySession(root);
  const kept = (): string[] => readdirSync(session.home, { recursive: true, encoding: 'utf8' });
  const before = kept().filter((name) => !name.startsWith('log'));
  for (const stop_hook_active of [false, true]) {
    const run = session.run('Stop', { stop_hook_active });
    expect(run).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
  }
  expect(kept().filter((name) => !name.startsWith('log'))).toEqual(before);
});

describe('R10: PreCompact eight times in a row never blocks', () => {
  test.each([
    ['without claude', {}],
    ['with a claude that fails', { CARRYOVER_WRITER: 'claude', PATH: '/nowhere' }],
  ])('%s', (_, env) => {
    using root = testdir();
    const session = busySession(root);
    const wish = 'Keep it all. '.repeat(1_600);
    const moments = ['auto', 'manual'].flatMap((trigger) => [
      { trigger },
      { trigger, custom_instructions: wish },
      { trigger, transcript_path: '/nowhere/s1.jsonl' },
      { trigger, transcript_path: '/nowhere/s1.jsonl', custom_instructions: wish },
    ]);
    for (const fields of moments) {
      const run = session.run('PreCompact', fields, { env });
      expect(run).toMatchObject({ exitCode: 0, stderr: '' });
      expect(run.stdout).not.toMatch(/decision|continue/);
    }
  });
});

/** The hook with that stdin, and what it wrote. */
function startHook(event: string, root: TestDir, options: Parameters<typeof runProgram>[1]) {
  return runProgram(BUILT_HOOK, { args: [event], env: { HOME: root.path }, ...options });
}

const payloadOf = (session: string, transcript: string, fields: object = {}): string =>
  JSON.stringify({ session_id: session, transcript_path: transcript, cwd: '/', ...fields });

test('R02: a pipe that does not block and whose writer is late is read, 50 times', async () => {
  using root = testdir();
  const { transcript } = busySession(root);
  const sessions = Array.from({ length: 50 }, (_, number) => `s${number}`);
  while (sessions.length > 0) {
    // Ten at once, as often as it takes.
    // oxlint-disable-next-line no-await-in-loop
    const runs = await Promise.all(
      sessions.splice(0, 10).map((session) =>
        startHook('PreCompact', root, {
          stdin: payloadOf(session, transcript, { hook_event_name: 'PreCompact', trigger: 'auto' }),
          stdinKind: 'non-blocking pipe',
          pauseMs: 500,
        }),
      ),
    );
    for (const run of runs) expect(run).toMatchObject({ exitCode: 0, stderr: '' });
  }
  const home = join(root.path, '.claude/carryover');
  const names = readdirSync(join(home, 'backups'), { recursive: true, encoding: 'utf8' });
  expect(names.filter((name) => name.endsWith('.gz'))).toHaveLength(50);
}, 120_000);

test('R03: 5 MB of split characters with unknown keys at every level', async () => {
  using root = testdir({
    'memory.cjs':
      "process.on('exit', () => require('node:fs').writeFileSync(process.env.MEMORY, String(process.resourceUsage().maxRSS)));",
  });
  const { transcript } = busySession(root);
  const tool_response = { stdout: 'é漢😀 '.repeat(500_000), more: { unknown: [{ key: 1 }] } };
  const fields = { hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_response, unknown: {} };
  const bytes = Buffer.from(payloadOf('s1', transcript, fields));
  const pieces = Array.from({ length: Math.ceil(bytes.length / 1_000) }, (_, index) =>
    bytes.subarray(index * 1_000, (index + 1) * 1_000),
  );
  const memory = join(root.path, 'memory');
  const run = await startHook('PostToolUse', root, {
    stdin: pieces,
    env: { HOME: root.path, MEMORY: memory },
    nodeArgs: ['-r', join(root.path, 'memory.cjs')],
  });
  expect(run).toMatchObject({ exitCode: 0, stderr: '' });
  expect(JSON.parse(run.stdout).hookSpecificOutput.additionalContext).toContain('context at 75 %');
  expect(run.ms).toBeLessThan(2_000);
  // In KB.
  expect(Number(readFileSync(memory, 'utf8'))).toBeLessThan(200_000);
});

describe.each(Object.keys(hooks))('S01: %s', (event) => {
  test.each([
    ['whose stdout nobody reads', { stdout: 'closed' }],
    ['whose stderr nobody reads', { stderr: 'closed' }],
    ['without stdin', { stdinKind: 'closed' }],
  ] as const)('%s ends with 0 and no trace', async (_, options) => {
    using root = testdir();
    const { transcript } = busySession(root);
    const fields = { hook_event_name: event, prompt: 'x', source: 'compact', trigger: 'auto' };
    const run = await startHook(event, root, {
      stdin: payloadOf('s1', transcript, fields),
      ...options,
    });
    expect(run).toMatchObject({ exitCode: 0, signal: null });
    expect(run.stderr).not.toMatch(/EPIPE|EBADF|Error/);
  });
});

test('S05: a clean repository stays as it was through all events', () => {
  using root = testdir({ 'repo/a.txt': 'a\n' });
  const repo = join(root.path, 'repo');
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', repo, '-c', 'user.name=t', '-c', 'user.email=t@x', ...args], {
      encoding: 'utf8',
    });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'x');
  const session = busySession(root);
  const index = readFileSync(join(repo, '.git/index'));
  for (const [event, fields] of MOMENTS)
    session.run(event, { cwd: repo, ...fields }, { env: { CLAUDE_PROJECT_DIR: repo } });
  // The index too: a look at the repository may rewrite it.
  expect(readFileSync(join(repo, '.git/index'))).toEqual(index);
  expect(git('status', '--porcelain', '--ignored')).toBe('');
});
