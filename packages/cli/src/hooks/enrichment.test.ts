import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { testdir, type TestDir } from '@carryover/testing';
import { describe, expect, test } from 'vitest';
import { runBuiltHook, type HookRun } from './run-built-hook.ts';

const STATEMENT = 'The queue was chosen because cron lost jobs.';

/** Answers when the test lets it, and says how it was started. */
const PROGRAM = `#!/usr/bin/env node
const fs = require('node:fs');
const folder = require('node:path').dirname(process.argv[1]);
fs.readFileSync(0);
fs.appendFileSync(folder + '/calls', JSON.stringify(process.env) + '\\n');
const timer = setInterval(() => {
  if (!fs.existsSync(folder + '/go')) return;
  clearInterval(timer);
  console.log(JSON.stringify({ session_decisions: [{ text: ${JSON.stringify(STATEMENT)} }] }));
}, 20);
`;

function startSession(root: TestDir, config: object = {}) {
  const home = join(root.path, '.claude', 'carryover');
  const transcript = join(root.path, 's1.jsonl');
  const program = join(root.path, 'program');
  mkdirSync(home, { recursive: true });
  writeFileSync(program, PROGRAM);
  chmodSync(program, 0o755);
  const writerOptions = { command: [program], budgetSeconds: 30 };
  writeFileSync(join(home, 'config.json'), JSON.stringify({ writerOptions, ...config }));
  let count = 0;
  const run = (event: string, fields: object = {}, env: Record<string, string> = {}): HookRun =>
    runBuiltHook(
      event,
      {
        session_id: 's1',
        transcript_path: transcript,
        cwd: root.path,
        hook_event_name: event,
        ...fields,
      },
      {
        home: root.path,
        env: { PATH: process.env['PATH'] ?? '', CLAUDE_PROJECT_DIR: root.path, ...env },
      },
    );
  return {
    run,
    says(content: string): void {
      const message = { role: 'user', content };
      const line = { type: 'user', uuid: `u${count++}`, isSidechain: false, message };
      appendFileSync(transcript, `${JSON.stringify(line)}\n`);
    },
    letGo: () => writeFileSync(join(root.path, 'go'), ''),
    calls: () =>
      existsSync(join(root.path, 'calls'))
        ? readFileSync(join(root.path, 'calls'), 'utf8').trim().split('\n')
        : [],
    written: () => until(() => existsSync(join(home, 'sessions', 's1.ungiven'))),
    asked: () => until(() => existsSync(join(root.path, 'calls'))),
    done: () =>
      until(() => readFileSync(join(home, 'log/runs.jsonl'), 'utf8').includes('"job:enrich"')),
  };
}

async function until(condition: () => boolean): Promise<void> {
  const end = performance.now() + 20_000;
  while (!condition()) {
    if (performance.now() > end) throw new Error('It did not happen.');
    // oxlint-disable-next-line no-await-in-loop
    await sleep(20);
  }
}

describe('a writer', () => {
  test('that is not switched on is never called', async () => {
    using root = testdir();
    const session = startSession(root);
    session.says('Look at the queue.');
    expect(session.run('PreCompact').log.at(-1)?.reason).not.toContain('asked');
    session.letGo();
    await sleep(500);
    expect(session.calls()).toEqual([]);
  });

  test('is asked while the client compacts, and what it says is given with the state', async () => {
    using root = testdir();
    const session = startSession(root, { writer: 'command' });
    session.says('Look at the queue.');
    session.letGo();
    const run = session.run('PreCompact', { custom_instructions: 'Keep names.' }, { MY_KEY: 'k1' });
    expect(run).toMatchObject({ exitCode: 0, stdout: '' });
    expect(run.log.at(-1)?.reason).toMatch(/^state 1, .*, command is asked$/);
    await session.written();
    await session.done();
    const { context } = session.run('SessionStart', { source: 'compact' });
    expect(context).toContain('<carryover-state session="s1" generation="1"');
    expect(context).toContain('<carryover-narrative session="s1" generation="1"');
    expect(context).toContain(STATEMENT);
    expect(context.length).toBeLessThanOrEqual(9_500);
    expect(session.run('UserPromptSubmit', { prompt: 'a' }).context).toBe('');
    // Its own hooks know it, and no key goes along.
    expect(session.calls()[0]).toContain('"CARRYOVER_CHILD":"1"');
    expect(session.calls()[0]).not.toContain('MY_KEY');
  });

  test('that is slower than the compaction is heard with the next prompt, once', async () => {
    using root = testdir();
    const session = startSession(root);
    session.says('Look at the queue.');
    session.run('PreCompact', {}, { CARRYOVER_WRITER: 'command' });
    await session.asked();
    const { context } = session.run('SessionStart', { source: 'compact' });
    expect(context).toContain('Look at the queue.');
    expect(context).not.toContain('carryover-narrative');
    expect(session.run('UserPromptSubmit', { prompt: 'a' }).context).toBe('');
    session.letGo();
    await session.written();
    await session.done();
    const late = session.run('UserPromptSubmit', { prompt: 'b' });
    expect(late.context).toContain(STATEMENT);
    expect(late.log.at(-1)).toMatchObject({ outcome: 'ok' });
    expect(session.run('UserPromptSubmit', { prompt: 'c' }).context).toBe('');
  });

  test('that is unknown is named in the log, and none is asked', () => {
    using root = testdir();
    const session = startSession(root, { writer: 'gpt' });
    session.says('Look at the queue.');
    const run = session.run('PreCompact');
    expect(run).toMatchObject({ exitCode: 0, stdout: '' });
    expect(run.log).toMatchObject([
      { reason: expect.stringMatching(/^state 1, .*writer is "gpt", not one of none, claude/) },
    ]);
    expect(session.calls()).toEqual([]);
  });

  test.each([
    ['without its program', { writer: 'command', writerOptions: {} }],
    ['without its key', { writer: 'anthropic' }],
  ])('that is %s costs nothing but a line in the log', async (_, config) => {
    using root = testdir();
    const session = startSession(root, config);
    session.says('Look at the queue.');
    expect(session.run('PreCompact')).toMatchObject({ exitCode: 0, stdout: '' });
    await session.done();
    const { log, context } = session.run('SessionStart', { source: 'compact' });
    expect(context).toContain('Look at the queue.');
    const job = log.find(({ event }) => event === 'job:enrich');
    expect(job).toMatchObject({ outcome: 'failed' });
    expect(session.calls()).toEqual([]);
  });
});
