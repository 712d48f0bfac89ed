import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { testdir, transcriptBuilder, type TestDir } from '@carryover/testing';
import { describe, expect, test } from 'vitest';
import { REGISTRATIONS } from '../settings/hook-entries.ts';
import { hooks } from './index.ts';
import { runBuiltHook, type HookRun } from './run-built-hook.ts';

// What went wrong in the hooks of the tools that did this job before, by the numbers of our list.

const SECRET = `ghp_${'aB3dE5gH'.repeat(4)}aB3d`;
const MODEL = 'claude-opus-4-5-20251101';

/** A session in the folder `app` of a home, with this much context in use. */
function work(root: TestDir, tokens = 1_000) {
  const app = join(root.path, 'app');
  mkdirSync(app, { recursive: true });
  const transcript = transcriptBuilder('s1');
  const path = join(root.path, 's1.jsonl');
  transcript.prompt('Keep the old API, whatever happens.');
  transcript.reply({ model: MODEL, usage: { input_tokens: tokens, output_tokens: 1 } });
  const save = (): void => writeFileSync(path, transcript.toString());
  save();
  return {
    app,
    path,
    transcript,
    save,
    home: join(root.path, '.claude', 'carryover'),
    run: (event: string, fields: object = {}, env: Record<string, string> = {}): HookRun => {
      const common = { session_id: 's1', transcript_path: path, cwd: app, hook_event_name: event };
      return runBuiltHook(event, { ...common, ...fields }, { home: root.path, env });
    },
  };
}

/** Every file below a folder with its contents, but for the run log. */
function files(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  const isKept = (name: string): boolean =>
    !name.startsWith('log') && statSync(join(folder, name)).isFile();
  return Object.fromEntries(
    names.filter(isKept).map((name) => [name, readFileSync(join(folder, name), 'base64')]),
  );
}

function git(folder: string, ...args: string[]): void {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com'];
  execFileSync('git', ['-C', folder, ...identity, ...args], { stdio: 'pipe' });
}

describe('condensation and writing', () => {
  test("trap 11, 40: the client's own summary is kept, without its secrets", () => {
    using root = testdir();
    const session = work(root);
    const compact_summary = `The deploy token is ${SECRET}. Next: the parser.`;
    session.run('PostCompact', { trigger: 'auto', compact_summary });
    const kept = Object.entries(files(session.home)).find(([name]) =>
      name.endsWith('.summary.txt'),
    );
    const text = Buffer.from(kept?.[1] ?? '', 'base64').toString('utf8');
    expect(text).toBe('The deploy token is [secret:github-1]. Next: the parser.');
  });

  test('trap 20: times in the settings are seconds, and longer than what each hook allows itself', () => {
    for (const { event, timeout } of REGISTRATIONS) {
      expect(timeout).toBeLessThanOrEqual(600);
      expect(timeout * 1_000).toBeGreaterThan(hooks[event]?.budgetMs ?? Infinity);
    }
  });

  test.each(['PreCompact', 'PostCompact', 'SessionStart', 'UserPromptSubmit'])(
    "trap 23: %s of a sub-agent, which carries its parent's session, changes nothing of the parent",
    (event) => {
      using root = testdir();
      const session = work(root, 190_000);
      session.run('PreCompact', { trigger: 'auto' });
      const before = files(session.home);
      session.transcript.prompt('Words of the sub-agent.');
      session.save();
      const fields = { agent_id: 'a1', agent_type: 'Explore', source: 'compact', prompt: 'x' };
      const run = session.run(event, { ...fields, compact_summary: 'Of the agent.' });
      expect(run.stdout).toBe('');
      expect(files(session.home)).toEqual(before);
    },
  );

  test('trap 28: a payload without a session leaves its reason in the log', () => {
    using root = testdir();
    const run = runBuiltHook('PreCompact', '{"hook_event_name":"PreCompact"}', { home: root.path });
    expect(run.log).toMatchObject([
      { event: 'PreCompact', reason: expect.stringMatching(/session_id/) },
    ]);
  });
});

describe('warning', () => {
  test('trap 17: needs nothing that another program would have to write', () => {
    using root = testdir();
    expect(work(root, 150_000).run('UserPromptSubmit', { prompt: 'x' }).context).toContain('75 %');
  });
});

describe('recovery', () => {
  test.each<[string, (app: string) => string]>([
    ['a sub-folder', (app) => join(app, 'sub')],
    ['a link to the folder', (app) => join(app, '..', 'link')],
    ['a linked worktree', (app) => join(app, '..', 'tree')],
  ])('trap 29: a compaction in %s is found from the folder itself', (_, place) => {
    using root = testdir({ 'app/sub/a': '' });
    const session = work(root);
    git(session.app, 'init', '-q');
    git(session.app, 'commit', '-q', '--allow-empty', '-m', 'x');
    git(session.app, 'worktree', 'add', '-q', join(root.path, 'tree'));
    symlinkSync(session.app, join(root.path, 'link'));
    session.run('PreCompact', { trigger: 'auto', cwd: place(session.app) });
    const run = session.run('SessionStart', { source: 'compact' });
    expect(run.context).toContain('Keep the old API, whatever happens.');
    expect(run.context).toContain('generation="1"');
  });

  test('trap 33: no prompt is needed, and what did not arrive is given again', () => {
    using root = testdir();
    const session = work(root);
    session.run('PreCompact', { trigger: 'auto' });
    const first = session.run('SessionStart', { source: 'compact' });
    const again = session.run('SessionStart', { source: 'compact' });
    for (const { context } of [first, again]) expect(context).toContain('Keep the old API');
  });

  test('trap 34: what SessionStart did not give after a compaction the next prompt gives, once', () => {
    using root = testdir();
    const session = work(root);
    session.run('PreCompact', { trigger: 'auto' });
    session.transcript.boundary({}, { timestamp: new Date().toISOString() });
    session.transcript.summary('This session is being continued.');
    session.save();
    const run = session.run('UserPromptSubmit', { prompt: 'Go on.' });
    expect(run.context).toMatch(/^<carryover-state session="s1"/);
    expect(run.context).toContain('Keep the old API, whatever happens.');
    expect(session.run('UserPromptSubmit', { prompt: 'Go on.' }).context).toBe('');
  });

  test('trap 34: also where PreCompact did not run either', () => {
    using root = testdir();
    const session = work(root);
    session.transcript.boundary({}, { timestamp: new Date().toISOString() });
    session.save();
    const run = session.run('UserPromptSubmit', { prompt: 'Go on.' });
    expect(run.context).toContain('Keep the old API, whatever happens.');
  });

  test('trap 34: a prompt after a compaction whose state was given gets nothing', () => {
    using root = testdir();
    const session = work(root);
    session.run('PreCompact', { trigger: 'auto' });
    session.run('SessionStart', { source: 'compact' });
    session.transcript.boundary({}, { timestamp: new Date().toISOString() });
    session.save();
    session.run('PostCompact', { trigger: 'auto' });
    expect(session.run('UserPromptSubmit', { prompt: 'Go on.' }).context).toBe('');
  });
});

describe('security and platforms', () => {
  test('trap 40: no secret reaches the state, what is given, or the log; the backup is raw and private', () => {
    using root = testdir();
    const session = work(root);
    session.transcript.prompt(`Never print ${SECRET}.`);
    session.save();
    session.run('PreCompact', { trigger: 'auto' });
    const { context } = session.run('SessionStart', { source: 'compact' });
    expect(context).toContain('Never print [secret:github-1].');
    const names = readdirSync(session.home, { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((file) => statSync(join(session.home, file)).isFile())) {
      expect(readFileSync(join(session.home, name), 'utf8')).not.toContain(SECRET);
      expect(statSync(join(session.home, name)).mode & 0o077).toBe(0);
    }
  });

  test('trap 41: without HOME the hooks end with 0 and in silence', () => {
    using root = testdir();
    const session = work(root);
    for (const event of Object.keys(hooks)) {
      const env = { HOME: '', CLAUDE_CONFIG_DIR: '' };
      const run = session.run(event, { source: 'compact', trigger: 'auto' }, env);
      expect(run).toMatchObject({ exitCode: 0 });
    }
  });

  test('trap 42: a payload with line ends of Windows is read like any other', () => {
    using root = testdir();
    const session = work(root);
    const fields = { session_id: 's1', transcript_path: session.path, cwd: session.app };
    const payload = JSON.stringify({ ...fields, hook_event_name: 'PreCompact' }, null, 2);
    const run = runBuiltHook('PreCompact', `${payload}\n`.replaceAll('\n', '\r\n'), {
      home: root.path,
    });
    expect(run.log.at(-1)).toMatchObject({
      session: 's1',
      reason: expect.stringContaining('state 1'),
    });
  });

  test("trap 43: another program's variables make no other host of this one", () => {
    using root = testdir();
    const session = work(root);
    const env = { PLUGIN_ROOT: '/elsewhere', CODEX_HOME: '/elsewhere', PLUGIN_DATA: '/elsewhere' };
    session.run('PreCompact', { trigger: 'auto' }, env);
    const { context } = session.run('SessionStart', { source: 'compact' }, env);
    expect(context).toContain('Keep the old API');
  });
});
