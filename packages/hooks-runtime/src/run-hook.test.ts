import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram, testdir } from '@carryover/testing';
import { describe, expect, test, vi } from 'vitest';
import { fixtureProgram, HARMLESS, payload, readLog, runFixture } from '../programs/run-fixture.ts';

const CONTEXT = JSON.stringify({ hookSpecificOutput: { additionalContext: 'hello' } });

test('answers, and says so in one line', async () => {
  const run = await runFixture({ env: { ANSWER: CONTEXT } });
  const stdout = `{"hookSpecificOutput":{"additionalContext":"hello","hookEventName":"SessionStart"}}`;
  expect(run).toMatchObject({ exitCode: 0, stdout, stderr: '', marks: [] });
  expect(run.log).toEqual([
    {
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      event: 'SessionStart',
      session: 's1',
      ms: expect.any(Number),
      outcome: 'ok',
      reason: '',
      bytes: stdout.length,
      pid: expect.any(Number),
    },
  ]);
});

test('fails open where CARRYOVER_HOME is relative to a working directory that was deleted', () => {
  const gone = 'cd "$(mktemp -d)" && rmdir "$PWD" && exec "$@"';
  const hook = [process.execPath, fixtureProgram(), 'SessionStart'];
  const run = spawnSync('/bin/sh', ['-c', gone, 'sh', ...hook], {
    input: payload({ hook_event_name: 'SessionStart' }),
    env: { PATH: process.env['PATH'], CARRYOVER_HOME: 'relative' },
    encoding: 'utf8',
  });
  expect(run).toMatchObject({ status: 0, stdout: '' });
  expect(run.stderr).toContain('run log not writable (no home folder)');
});

test('logs why a hook has skipped', async () => {
  const run = await runFixture({ env: { FAULT: 'skip' } });
  expect(run).toMatchObject(HARMLESS);
  expect(run.log).toMatchObject([{ outcome: 'skipped', reason: 'nothing to do' }]);
});

test.each([
  ['skip without a reason', 'skipped'],
  ['note of an error', 'ok'],
])('logs a %s like any other', async (FAULT, outcome) => {
  const run = await runFixture({ env: { FAULT } });
  expect(run).toMatchObject(HARMLESS);
  expect(run.log).toMatchObject([{ outcome, reason: '' }]);
});

test('an answer gets out though the handler says that it failed', async () => {
  const run = await runFixture({ env: { FAULT: 'fails with an answer' } });
  expect(run).toMatchObject({ exitCode: 0, stdout: '{"systemMessage":"hello"}' });
  expect(run.log).toMatchObject([{ outcome: 'failed', reason: 'the disk is full' }]);
});

describe('a handler that', () => {
  test.each<[string, string | RegExp]>([
    ['throws', /^TypeError boom at /],
    ['throws a string', 'threw a string'],
    ['rejects', /^RangeError boom at /],
    ['rejects unhandled', /^Error boom at /],
    ['throws later', /^Error boom at /],
    ['exits with 3', 'the handler ended the process'],
    ['exits with 2', 'the handler ended the process'],
    ['is terminated', 'ended by the host (SIGTERM)'],
    ['overflows the stack', /^RangeError Maximum call stack/],
    ['answers a string', 'answer refused: the answer is no object'],
    ['answers a cycle', /^TypeError Converting circular structure to JSON/],
    ['answers a bigint', /^TypeError Do not know how to serialize a BigInt/],
    ['answers null fields', 'answer refused: systemMessage has the wrong type'],
    ['answers too much', 'answer refused: systemMessage is over 10000 UTF-16 units'],
    ['a child that fails', /^Error Command failed: false/],
  ])('%s fails open', async (FAULT, reason) => {
    const run = await runFixture({ env: { FAULT } });
    expect(run).toMatchObject(HARMLESS);
    expect(run.log).toMatchObject([{ session: 's1', outcome: 'failed', bytes: 0 }]);
    expect(run.record?.reason).toMatch(reason);
  });

  test('never ends is ended at its deadline, counted from the start of the process', async () => {
    const run = await runFixture({ env: { FAULT: 'never ends', BUDGET_MS: '600' } });
    expect(run).toMatchObject(HARMLESS);
    expect(run.record?.reason).toBe('not done within 600 ms');
    expect(run.record?.ms).toBeGreaterThanOrEqual(600);
    expect(run.record?.ms).toBeLessThan(3_000);
  });

  test('sets the exit code does not set it', async () => {
    const run = await runFixture({ env: { FAULT: 'sets the exit code' } });
    expect(run).toMatchObject(HARMLESS);
    expect(run.record?.outcome).toBe('ok');
  });

  test.each(['exits with 2 at the exit', 'sets the exit code at the exit'])(
    'a listener that %s blocks nothing',
    async (FAULT) => {
      const run = await runFixture({ env: { FAULT } });
      expect(run).toMatchObject(HARMLESS);
    },
  );

  test.each(['prints', 'prints in other ways', 'prints much'])(
    '%s is heard on stderr only',
    async (FAULT) => {
      const run = await runFixture({ env: { FAULT, ANSWER: CONTEXT } });
      expect(JSON.parse(run.stdout)).toMatchObject(JSON.parse(CONTEXT));
      expect(run.stderr.length).toBeGreaterThanOrEqual(5 * 'noise\n'.length);
      expect(run.log).toMatchObject([{ outcome: 'ok', bytes: run.stdout.length }]);
    },
  );

  test('prints what nobody reads goes on', async () => {
    const run = await runFixture({ env: { FAULT: 'prints', ANSWER: CONTEXT }, stderr: 'closed' });
    expect(run).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('hello') });
    expect(run.log).toMatchObject([{ outcome: 'ok' }]);
  });

  test('quotes a prompt in a parse error does not bring it into the log', async () => {
    const run = await runFixture({ env: { FAULT: 'answers a parse error' } });
    expect(run.record?.reason).toMatch(/^SyntaxError at /);
    expect(JSON.stringify(run.log)).not.toContain('hunter2');
  });

  test('leaves a child behind does not wait for it', async () => {
    const run = await runFixture({ env: { FAULT: 'a child that stays' } });
    expect(run.record?.outcome).toBe('ok');
    expect(run.record?.ms).toBeLessThan(1_500);
  });
});

describe('stdout', () => {
  test('whose reader has gone is logged', async () => {
    const env = { ANSWER: CONTEXT };
    const run = await runFixture({ env, stdout: 'closed', stdin: [payload()], pauseMs: 100 });
    expect(run).toMatchObject(HARMLESS);
    expect(run.log).toMatchObject([
      { outcome: 'failed', reason: 'stdout not writable: EPIPE', bytes: 0 },
    ]);
  });

  test('gets the whole of an answer that is larger than a pipe', async () => {
    const updatedToolOutput = 'é'.repeat(500_000);
    const run = await runFixture({
      event: 'PostToolUse',
      env: { FAULT: 'answers a large output' },
    });
    expect(JSON.parse(run.stdout)).toMatchObject({ hookSpecificOutput: { updatedToolOutput } });
    expect(run.record?.bytes).toBe(Buffer.byteLength(run.stdout));
  });

  test.each([
    ['PreCompact', { instructions: 'Keep the plan.' }, 'Keep the plan.'],
    ['PreCompact', { decision: 'block', reason: 'no' }, '{"decision":"block","reason":"no"}'],
    ['WorktreeCreate', { worktreePath: '/tmp/w' }, '/tmp/w'],
    ['Stop', {}, ''],
    ['Stop', { hookSpecificOutput: {} }, ''],
  ])('is encoded for %s', async (event, answer, stdout) => {
    const run = await runFixture({ event, env: { ANSWER: JSON.stringify(answer) } });
    expect(run).toMatchObject({ exitCode: 0, stdout, stderr: '' });
  });
});

describe('a hook with the closed policy', () => {
  const env = { POLICY: 'closed' };

  test.each<[string, object, string]>([
    ['throws', { env: { ...env, FAULT: 'throws' } }, 'TypeError boom'],
    ['exits', { env: { ...env, FAULT: 'exits with 3' } }, 'the handler ended the process'],
    ['gets bad input', { env, stdin: 'null' }, 'stdin was null'],
    ['takes too long', { env: { ...env, FAULT: 'never ends', BUDGET_MS: '400' } }, 'not done'],
  ])('blocks when it %s, and says why', async (_, options, reason) => {
    const run = await runFixture({ event: 'PreToolUse', ...options });
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain(`PreToolUse hook failed: ${reason}`);
    expect(run.log).toMatchObject([{ outcome: 'failed' }]);
  });

  test('does not block when it goes well', async () => {
    expect(await runFixture({ event: 'PreToolUse', env })).toMatchObject(HARMLESS);
  });
});

describe('one script for many events', () => {
  const env = { ALSO: 'Stop,PreCompact', ANSWER: '{"decision":"block","reason":"r"}' };

  test('answers with the hook of the payload', async () => {
    const stdin = payload({ hook_event_name: 'Stop' });
    const run = await runFixture({ env, stdin });
    expect(run.stdout).toBe('{"decision":"block","reason":"r"}');
    expect(run.record).toMatchObject({ event: 'Stop', outcome: 'ok' });
  });

  test('skips an event that it has no hook for', async () => {
    const run = await runFixture({ env, stdin: payload({ hook_event_name: 'Brand\nNew' }) });
    expect(run).toMatchObject(HARMLESS);
    expect(run.log).toMatchObject([{ outcome: 'skipped', reason: 'no hook for Brand\nNew' }]);
  });
});

test('a child of carryover skips every hook', async () => {
  const run = await runFixture({ env: { CARRYOVER_CHILD: '1', FAULT: 'throws' } });
  expect(run).toMatchObject(HARMLESS);
  expect(run.log).toMatchObject([{ outcome: 'skipped', reason: 'started by carryover itself' }]);
});

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('leaves at once at %s', async (signal) => {
  using root = testdir();
  const READY = join(root.path, 'ready');
  let sentAt = 0;
  const when = async () => {
    await vi.waitUntil(() => existsSync(READY), { timeout: 20_000 });
    sentAt = performance.now();
  };
  const kill = { signal, afterMs: 0, when };
  const run = await runFixture({ env: { FAULT: 'says when it begins', READY }, kill });
  expect(performance.now() - sentAt).toBeLessThan(1_000);
  expect(run).toMatchObject(HARMLESS);
  expect(run.record?.reason).toBe(`ended by the host (${signal})`);
});

test.each(['/proc/nowhere', '/dev/null/home'])('goes on without a log in %s', async (home) => {
  const run = await runFixture({ home, env: { ANSWER: CONTEXT } });
  expect(run).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('hello') });
  expect(run.stderr).toContain('run log not writable');
});

test('works where no home folder is known', async () => {
  const run = await runFixture({ env: { CARRYOVER_HOME: '', HOME: 'relative', ANSWER: CONTEXT } });
  expect(run).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('hello') });
  expect(run.stderr).toContain('run log not writable (no home folder)');
});

test('a run that was killed is logged by the next look', async () => {
  using root = testdir();
  const home = join(root.path, 'home');
  const killed = await runFixture({ home, env: { FAULT: 'kills itself' }, event: 'PreCompact' });
  expect(killed).toMatchObject({ signal: 'SIGKILL', stdout: '', log: [] });
  await runFixture({ home });
  expect(readLog(home)).toMatchObject([
    { event: 'PreCompact', outcome: 'failed', reason: expect.stringContaining('killed') },
    { event: 'SessionStart', outcome: 'ok' },
  ]);
});

test("loads no module of Node's beside those that a start loads", async () => {
  using root = testdir({
    'preload.cjs': `
      const before = new Set(process.moduleLoadList);
      process.on('exit', () => {
        const loaded = process.moduleLoadList.filter((name) => !before.has(name));
        process.stderr.write(loaded.filter((name) => name.startsWith('NativeModule')).join());
      });
    `,
  });
  const home = join(root.path, 'home');
  const run = await runProgram(fixtureProgram('no-op.mjs'), {
    stdin: payload({ hook_event_name: 'SessionStart' }),
    env: { CARRYOVER_HOME: home, NODE_OPTIONS: `--require ${join(root.path, 'preload.cjs')}` },
  });
  expect(run).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
  expect(readLog(home)).toMatchObject([{ outcome: 'ok' }]);
});
