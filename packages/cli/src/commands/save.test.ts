import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { testdir, type TestDir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { startSession } from '../hooks/start-session.ts';
import { runBuiltCli } from './run-built-cli.ts';

/** The transcript where the client keeps it, of a session that was started in that folder. */
function setUp(root: TestDir, folder = root.path) {
  const session = startSession(root, 'aaaa-1');
  session.says('Never touch the migrations folder.');
  session.answers(50_000);
  const slug = folder.replace(/[^A-Za-z0-9]/g, '-');
  const place = join(root.path, '.claude/projects', slug, 'aaaa-1.jsonl');
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(session.transcript, place);
  return session;
}

test('makes the state now, and what is written into it comes back after the compaction', () => {
  using root = testdir();
  const session = setUp(root);
  const run = runBuiltCli(root.path, ['save', '--json']);
  expect(run).toMatchObject({ status: 0, stderr: '' });
  const saved: { generation: number; path: string } = JSON.parse(run.stdout);
  expect(saved.generation).toBe(1);
  const text = readFileSync(saved.path, 'utf8');
  expect(text).toContain('Never touch the migrations folder.');
  const note = '- The walrus comes first, because the seal waits for it.';
  const heading = '## Session Decisions\n\n';
  writeFileSync(saved.path, text.replace(heading, `${heading}${note}\n`));
  session.says('Go on');
  session.answers(60_000);
  session.run('PreCompact', { trigger: 'manual' });
  const { context } = session.run('SessionStart', { source: 'compact' });
  expect(context).toContain('generation="2"');
  expect(context).toContain(note);
});

test('a state without its entry in the ledger is kept, and what is missing is told', () => {
  using root = testdir();
  const session = setUp(root);
  const ledger = join(root.path, '.claude/carryover/sessions/aaaa-1.jsonl');
  mkdirSync(dirname(ledger), { recursive: true });
  symlinkSync(join(root.path, 'elsewhere'), ledger);
  const run = runBuiltCli(root.path, ['save']);
  expect(run).toMatchObject({ status: 0, stderr: '' });
  expect(run.stdout).toMatch(/^State 1: [^]*\nThe ledger has no entry of it: ELOOP/);
  session.says('Go on');
  const { log } = session.run('PreCompact', { trigger: 'manual' });
  expect(existsSync(join(root.path, 'elsewhere'))).toBe(false);
  expect(log.at(-1)).toMatchObject({
    outcome: 'failed',
    reason: expect.stringMatching(/^state 2, backup .*, the ledger has no entry of it: ELOOP$/),
  });
});

test('takes the session that it was started in, wherever that was', () => {
  using root = testdir({ 'elsewhere/.keep': '' });
  setUp(root, '/somewhere/else');
  const cwd = join(root.path, 'elsewhere');
  const env = { CLAUDE_CODE_SESSION_ID: 'aaaa-1' };
  expect(runBuiltCli(root.path, ['save'], { cwd, env }).stdout).toMatch(/^State 1: .*aaaa-1\.md$/m);
  const run = runBuiltCli(root.path, ['save'], { cwd });
  expect(run.status).toBe(1);
  expect(run.stderr).toContain('Cannot tell which session is meant:');
});

test.runIf(process.platform === 'linux')('fails where nothing can be kept', () => {
  using root = testdir();
  setUp(root);
  const env = { CARRYOVER_HOME: '/proc/carryover' };
  const run = runBuiltCli(root.path, ['save'], { env });
  expect(run).toMatchObject({ status: 1, stdout: '' });
  expect(run.stderr).toContain(
    'Nothing was saved: /proc/carryover: no such file or directory (ENOENT).',
  );
});

test('saves nothing where carryover is switched off', () => {
  using root = testdir();
  setUp(root);
  const env = { CARRYOVER_ENABLED: 'false' };
  const run = runBuiltCli(root.path, ['save'], { env });
  expect(run).toMatchObject({ status: 1, stdout: '' });
  expect(run.stderr).toMatch(/switched off here/);
  expect(existsSync(join(root.path, '.claude/carryover/state'))).toBe(false);
});
