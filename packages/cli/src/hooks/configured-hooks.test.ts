import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { testdir, type TestDir } from '@carryover/testing';
import { describe, expect, test } from 'vitest';
import { MAX_INSTRUCTIONS } from '../gaps/summary-instructions.ts';
import { startSession } from './start-session.ts';

function configure(root: TestDir, values: object): void {
  writeJson(join(root.path, '.claude/carryover/config.json'), values);
}

function configureProject(root: TestDir, values: object): void {
  writeJson(join(root.path, '.claude/carryover.json'), values);
}

function writeJson(file: string, values: object): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(values));
}

describe('the warning', () => {
  test('comes from the threshold of the model, and again at further levels, the highest one reached', () => {
    using root = testdir();
    configure(root, { warnThreshold: { opus: 40, default: 90 }, warnLevels: [90, 70, 80] });
    const session = startSession(root);
    const warns = (tokens: number): string => {
      session.answers(tokens);
      return session.run('UserPromptSubmit', { prompt: 'x' }).log.at(-1)?.reason ?? '';
    };
    const reasons = [78_000, 82_000, 100_000, 162_000, 164_000, 150_000, 182_000].map(warns);
    expect(reasons).toEqual([
      'context at 39 %',
      'warned at 41 %',
      'context at 50 %',
      'warned at 81 %',
      'context at 82 %',
      'context at 75 %',
      'warned at 91 %',
    ]);
    session.run('PostCompact', { trigger: 'manual', compact_summary: 'Short.' });
    expect(warns(84_000)).toBe('warned at 42 %');
  });

  test('counts in the window that is configured, the project before the person, a variable before both', () => {
    using root = testdir();
    configure(root, { window: 1_000_000 });
    const session = startSession(root);
    session.answers(150_000);
    const reason = (env: Record<string, string> = {}) =>
      session.run('UserPromptSubmit', { prompt: 'x' }, { env }).log.at(-1)?.reason;
    expect(reason()).toBe('context at 15 %');
    configureProject(root, { window: 600_000 });
    expect(reason()).toBe('context at 25 %');
    expect(reason({ CARRYOVER_WINDOW: '300000' })).toBe('context at 50 %');
    expect(reason({ COMPACT_OPS_CONTEXT_WINDOW: '150000' })).toBe('warned at 100 %');
  });
});

describe('switched off', () => {
  test.each(['UserPromptSubmit', 'PreCompact', 'SessionStart', 'PostCompact'])(
    'by its project %s does nothing but say so in the log',
    (event) => {
      using root = testdir();
      configureProject(root, { enabled: false });
      const session = startSession(root);
      session.answers(190_000);
      const run = session.run(event, { prompt: 'x', source: 'compact', compact_summary: 'S.' });
      expect(run).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
      expect(run.log).toMatchObject([
        { outcome: 'skipped', reason: 'switched off by the configuration' },
      ]);
    },
  );

  test('everywhere but in the projects that switch it on', () => {
    using root = testdir();
    configure(root, { enabled: false });
    const session = startSession(root);
    session.answers(190_000);
    expect(session.run('UserPromptSubmit').context).toBe('');
    configureProject(root, { enabled: true });
    expect(session.run('UserPromptSubmit').context).toContain('95 %');
  });
});

test('a broken configuration is named in the log, and the defaults are used', () => {
  using root = testdir();
  configureProject(root, { warnThreshold: 'abc', writer: 'command' });
  const session = startSession(root);
  session.answers(130_000);
  const run = session.run('UserPromptSubmit', { prompt: 'x' });
  expect(run.context).toContain('65 %');
  expect(run.log.at(-1)?.reason).toMatch(
    /^warned at 65 %; .*warnThreshold is "abc", not a number from 1 to 100.*; .*writer cannot be set by a project/,
  );
});

describe('PreCompact', () => {
  test('S11: tells the summariser the exact words, as plain text of at most 1,500 characters', () => {
    using root = testdir();
    const session = startSession(root);
    for (let n = 0; n < 60; n += 1) session.says(`Never use the port ${8000 + n} for a server.`);
    const { stdout } = session.run('PreCompact', { trigger: 'auto' });
    expect(stdout.length).toBeLessThanOrEqual(MAX_INSTRUCTIONS);
    // The newest are what is kept.
    expect(stdout).toMatch(/^Keep in the summary[\s\S]*\nRule: User: "Never use the port 8059 /);
  });

  test('is silent where that is switched off, and where there is nothing to tell', () => {
    using root = testdir();
    const session = startSession(root);
    session.says('Hello.');
    expect(session.run('PreCompact').stdout).toBe('');
    configure(root, { instructions: false });
    session.says('Never touch the migrations.');
    expect(session.run('PreCompact')).toMatchObject({ exitCode: 0, stdout: '' });
  });
});

describe('what the summary left out', () => {
  test('is given with the next typed prompt, once, without what it mentions', () => {
    using root = testdir();
    const session = startSession(root);
    session.says('Never touch the migrations folder. We decided to use Postgres over SQLite.');
    session.answers(1_000);
    session.run('PreCompact');
    session.run('SessionStart', { source: 'compact' });
    const kept = session.run('PostCompact', {
      compact_summary: 'Postgres was chosen over SQLite.',
    });
    expect(kept.log.at(-1)?.reason).toMatch(/^warning re-armed, summary kept, \d+ gaps$/);
    const machine = '<task-notification>\n</task-notification>';
    expect(session.run('UserPromptSubmit', { prompt: machine }).context).toBe('');
    const { context } = session.run('UserPromptSubmit', { prompt: 'go on' });
    expect(context).toMatch(/^<carryover-gaps>[\s\S]*migrations folder[\s\S]*<\/carryover-gaps>$/);
    expect(context).not.toMatch(/Decision:/);
    expect(session.run('UserPromptSubmit', { prompt: 'go on' }).context).toBe('');
  });

  test('is told of as more than it lists where there is no room for all', () => {
    using root = testdir();
    const session = startSession(root);
    for (let n = 0; n < 40; n += 1)
      session.says(`Never touch the folder ${'deep/'.repeat(30)}p${n}.`);
    session.answers(1_000);
    session.run('PreCompact');
    const { log } = session.run('PostCompact', { compact_summary: 'All is well.' });
    const [, listed] = /, more than (\d+) gaps$/.exec(log.at(-1)?.reason ?? '') ?? [];
    const { context } = session.run('UserPromptSubmit', { prompt: 'go on' });
    expect(context).toContain('(there are more: `carryover gaps` lists them all)');
    expect(context.match(/^- /gm)).toHaveLength(Number(listed));
  });

  test('is nothing where the summary has it all, and where that is switched off', () => {
    using root = testdir();
    const session = startSession(root);
    session.says('Never touch the migrations folder.');
    session.run('PreCompact');
    session.run('PostCompact', { compact_summary: 'The migrations folder: never touch it.' });
    expect(session.run('UserPromptSubmit', { prompt: 'x' }).context).toBe('');
    configure(root, { gaps: false });
    session.run('PostCompact', { compact_summary: 'Fine.' });
    expect(session.run('UserPromptSubmit', { prompt: 'x' }).context).toBe('');
  });
});

function startAfterYesterday(root: TestDir) {
  const yesterday = startSession(root, 'yesterday');
  yesterday.says('We chose Postgres over SQLite.');
  yesterday.run('PreCompact');
  return startSession(root, 'today');
}

describe('a new session', () => {
  test('is offered the fresh state of its project: one line for the person, one for the model', () => {
    using root = testdir();
    const { stdout } = startAfterYesterday(root).run('SessionStart', { source: 'startup' });
    const answer: { systemMessage: string; hookSpecificOutput: { additionalContext: string } } =
      JSON.parse(stdout);
    expect(answer.systemMessage).toMatch(/^carryover: .*carryover show yesterda$/);
    expect(answer.hookSpecificOutput.additionalContext).toMatch(
      /^carryover: .*\/yesterday\.md\. Read it only if the person asks/,
    );
    for (const line of [answer.systemMessage, answer.hookSpecificOutput.additionalContext])
      expect(line).not.toContain('\n');
  });

  test('is given it where that is configured, and not again when the client starts it twice', () => {
    using root = testdir();
    configure(root, { onStartup: 'inject' });
    const today = startAfterYesterday(root);
    expect(today.run('SessionStart', { source: 'startup' }).context).toContain('Postgres');
    const again = today.run('SessionStart', { source: 'resume' });
    expect(again.context).toBe('');
    expect(again.log.at(-1)?.reason).toBe('the context still holds the state');
  });

  test.each([{ onStartup: 'off' }, { resumeMaxAgeHours: 0 }])('gets nothing with %o', (values) => {
    using root = testdir();
    configure(root, values);
    expect(startAfterYesterday(root).run('SessionStart', { source: 'startup' }).stdout).toBe('');
  });

  test('after /clear gets nothing, or what is configured, though the old one looks alive', () => {
    using root = testdir();
    const today = startAfterYesterday(root);
    startSession(root, 'yesterday').says('Written since.');
    expect(today.run('SessionStart', { source: 'clear' }).stdout).toBe('');
    configure(root, { onClear: 'inject' });
    expect(today.run('SessionStart', { source: 'clear' }).context).toContain('Postgres');
  });
});

const BOUNDARY = {
  type: 'system',
  subtype: 'compact_boundary',
  compactMetadata: { trigger: 'auto' },
};

function fork(root: TestDir, secondsAgo = 5) {
  const fields = { source: 'fork', seconds_since_last_response: secondsAgo };
  return startSession(root, 'forked').run('SessionStart', fields);
}

function parent(root: TestDir) {
  const session = startSession(root, 'parent');
  session.says('We chose Postgres over SQLite.');
  session.run('PreCompact');
  session.append(BOUNDARY);
  return session;
}

/** The reply by which the client's clock names the parent. */
const reply = (secondsAgo: number) => ({
  type: 'assistant',
  timestamp: new Date(Date.now() - secondsAgo * 1_000).toISOString(),
  message: {
    id: 'm',
    model: 'claude-opus-4-5',
    content: [],
    usage: { input_tokens: 9, output_tokens: 1 },
  },
});

describe('a fork', () => {
  test("gets its parent's state where the context lost it, and not the one of another session", () => {
    using root = testdir();
    parent(root).append(reply(5));
    startSession(root, 'other').append(reply(600));
    const forked = fork(root);
    expect(forked.log.at(-1)?.reason).toBe('gave state 2 of session parent');
    expect(forked.context).toMatch(/A record of session parent[\s\S]*Postgres/);
  });

  test('gets nothing where the context holds it, where nobody matches, and where it is switched off', () => {
    using root = testdir();
    const session = parent(root);
    session.append(reply(5));
    expect(fork(root, 900).log.at(-1)?.reason).toBe('the session that was forked is not known');
    const given = session.run('SessionStart', { source: 'compact' }).context;
    session.append({ type: 'attachment', attachment: { content: [given] } });
    expect(fork(root).log.at(-1)?.reason).toBe('the forked context still holds the state');
    configure(root, { onFork: 'off' });
    expect(fork(root).log.at(-1)?.reason).toBe('nothing to give back at fork');
  });

  test('of a session that was never compacted holds all of it', () => {
    using root = testdir();
    startSession(root, 'parent').append(reply(5));
    expect(fork(root).log.at(-1)?.reason).toBe('the forked context holds the whole conversation');
  });
});

test('pinned notes reach the next context, also those pinned after the state was made', async () => {
  using root = testdir();
  const { addPin, projectId } = await import('@carryover/state-file');
  const session = startSession(root);
  session.says('Hello.');
  session.run('PreCompact');
  const home = join(root.path, '.claude/carryover');
  addPin(home, projectId(root.path), { at: new Date().toISOString(), text: 'Ship on Friday.' });
  expect(session.run('SessionStart', { source: 'compact' }).context).toContain(
    'Pinned: Ship on Friday.',
  );
});
