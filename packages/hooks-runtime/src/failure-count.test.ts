import { statSync } from 'node:fs';
import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { payload, readLog, runFixture } from '../programs/run-fixture.ts';
import { failureNotice, recordRun, summariseFailures } from './failure-count.ts';
import type { RunOutcome } from './run-log.ts';

function recorder(home: string) {
  let minute = 0;
  return (event: string, outcome: RunOutcome, reason = '') =>
    recordRun(home, {
      time: new Date(Date.UTC(2026, 0, 1, 0, minute++)).toISOString(),
      event,
      session: 's1',
      ms: 1,
      outcome,
      reason,
      bytes: 0,
    });
}

test('counts failures in a row, for each hook apart, worst first', () => {
  using home = testdir();
  const record = recorder(home.path);
  record('Stop', 'failed', 'one');
  record('PreCompact', 'failed', 'disk full');
  record('PreCompact', 'failed', 'disk still full');
  record('SessionStart', 'failed');
  record('SessionStart', 'skipped');
  expect(summariseFailures(home.path)).toEqual([
    {
      hook: 'PreCompact',
      failures: 2,
      since: '2026-01-01T00:01:00.000Z',
      last: '2026-01-01T00:02:00.000Z',
      reason: 'disk still full',
    },
    {
      hook: 'Stop',
      failures: 1,
      since: '2026-01-01T00:00:00.000Z',
      last: '2026-01-01T00:00:00.000Z',
      reason: 'one',
    },
  ]);
});

test('has nothing to say of a home that is not there', () => {
  expect(summariseFailures('/nowhere')).toEqual([]);
  expect(failureNotice('/nowhere', 3)).toBeUndefined();
});

test('tells of an outage once, and again only of the next one', () => {
  using home = testdir();
  const record = recorder(home.path);
  record('Stop', 'failed', 'no space');
  record('Stop', 'failed', 'no space');
  expect(failureNotice(home.path, 3)).toBeUndefined();
  record('Stop', 'failed', 'no space');
  expect(failureNotice(home.path, 3)?.text).toMatchInlineSnapshot(`
    "Hooks of carryover do not work. Claude Code goes on without them.
    Stop failed 3 times in a row since 2026-01-01T00:00:00.000Z, last: no space"
  `);
  record('Stop', 'failed', 'no space');
  expect(failureNotice(home.path, 3)).toBeUndefined();
  record('Stop', 'ok');
  for (const reason of ['a', 'b', 'c']) record('Stop', 'failed', reason);
  expect(failureNotice(home.path, 3)?.text).toContain('last: c');
});

test('stops counting before an outage fills the disk', () => {
  using home = testdir();
  const record = recorder(home.path);
  for (let run = 0; run < 300; run++) record('Stop', 'failed', 'x'.repeat(1_000));
  const { size } = statSync(join(home.path, 'log/failing/Stop.jsonl'));
  expect(size).toBeLessThan(66_000);
});

test('the next session says it to the person, beside what its hook answers', async () => {
  using root = testdir();
  const home = join(root.path, 'home');
  const fail = () => runFixture({ home, event: 'PreCompact', env: { FAULT: 'throws' } });
  await Promise.all([fail(), fail(), fail()]);
  const env = { ANSWER: '{"hookSpecificOutput":{"additionalContext":"hello"}}' };
  const inSubAgent = await runFixture({ home, env, stdin: payload({ agent_id: 'a1' }) });
  expect(JSON.parse(inSubAgent.stdout)).not.toHaveProperty('systemMessage');
  const told = await runFixture({ home, env });
  expect(JSON.parse(told.stdout)).toMatchObject({
    systemMessage: expect.stringContaining('PreCompact failed 3 times in a row'),
    hookSpecificOutput: { additionalContext: 'hello' },
  });
  const after = await runFixture({ home, env });
  expect(JSON.parse(after.stdout)).not.toHaveProperty('systemMessage');
  expect(readLog(home)).toHaveLength(6);
});

test('a SessionStart hook that fails itself still says it', async () => {
  using root = testdir();
  const home = join(root.path, 'home');
  const fail = () => runFixture({ home, env: { FAULT: 'throws' } });
  await Promise.all([fail(), fail(), fail()]);
  const told = await fail();
  expect(JSON.parse(told.stdout)).toEqual({
    systemMessage: expect.stringMatching(/SessionStart failed 3 times in a row.*boom/s),
  });
});

test('what a closed stdout lost is said again', async () => {
  using root = testdir();
  const home = join(root.path, 'home');
  const fail = () => runFixture({ home, event: 'PreCompact', env: { FAULT: 'throws' } });
  await Promise.all([fail(), fail(), fail()]);
  const lost = await runFixture({
    home,
    stdout: 'closed',
    stdin: [payload({ hook_event_name: 'SessionStart' })],
    pauseMs: 150,
  });
  expect(lost.log.at(-1)?.reason).toBe('stdout not writable: EPIPE');
  expect((await runFixture({ home })).stdout).toContain('PreCompact failed 3 times in a row');
  expect((await runFixture({ home })).stdout).toBe('');
});

test('counts a killed hook of a script of several under its own name', async () => {
  using root = testdir();
  const home = join(root.path, 'home');
  await runFixture({ home, event: 'Stop', env: { FAULT: 'kills itself', ALSO: 'PreCompact' } });
  expect(summariseFailures(home)).toMatchObject([{ hook: 'Stop', failures: 1 }]);
});

test('a script of several whose stdin is broken has an outage of its own, until a hook goes well', async () => {
  using root = testdir();
  const home = join(root.path, 'home');
  const env = { ALSO: 'PreCompact' };
  await runFixture({ home, event: 'Stop', env, stdin: 'rubbish' });
  expect(summariseFailures(home)).toMatchObject([{ hook: 'Stop-PreCompact', failures: 1 }]);
  await runFixture({ home, event: 'Stop', env });
  expect(summariseFailures(home)).toEqual([]);
});

test('reads past what a full disk and other programs did to the counts', () => {
  using home = testdir({
    'log/failing/Stop.jsonl':
      '{"time":"2026-01-01T00:00:00.000Z","reason":"a"}\n{"time":"2026-01-01T00:0\n[]\n\u0000\u0000\n',
    'log/failing/Empty.jsonl': '',
    'log/failing/Rubbish.jsonl': 'rubbish',
    'log/failing/Folder.jsonl/x': '',
    'log/running/rubbish': '',
    'log/runs.jsonl': '{"pid":1,"time":"never"}\nrubbish',
  });
  const found = summariseFailures(home.path).filter(({ hook }) => hook !== 'rubbish');
  expect(found).toMatchObject([{ hook: 'Stop', failures: 1, reason: 'a' }]);
});
