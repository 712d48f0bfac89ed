import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { testdir, type TestDir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { runBuiltCli } from '../commands/run-built-cli.ts';
import { startSession } from './start-session.ts';

const TOOL = { tool_name: 'Read', tool_input: {}, tool_response: {}, tool_use_id: 't1' };

function configure(root: TestDir, values: object): void {
  const file = join(root.path, '.claude/carryover/config.json');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(values));
}

/** A session above the threshold in the middle of its first turn. */
function longTurn(root: TestDir) {
  const session = startSession(root);
  session.says('Never touch the migrations. Rewrite the parser.');
  session.answers(130_000);
  return session;
}

const prompt = { prompt: 'go on' };

test('a long turn is warned of once, and then the next prompt is not', () => {
  using root = testdir();
  configure(root, { warnMidTurn: true });
  const session = longTurn(root);
  const first = session.run('PostToolUse', TOOL);
  expect(first.context).toMatch(/^carryover: context at 65 % in the middle of this turn \(/);
  expect(first.context).toContain('- The request of this turn: Never touch the migrations.');
  expect(first.stdout).not.toContain('before this');
  expect(session.run('PostToolUse', TOOL)).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
  expect(session.run('UserPromptSubmit', prompt).context).toBe('');
});

test('what a prompt was warned of is not said again within the turn', () => {
  using root = testdir();
  configure(root, { warnMidTurn: true });
  const session = longTurn(root);
  expect(session.run('UserPromptSubmit', prompt).context).toContain('before this prompt');
  expect(session.run('PostToolUse', TOOL).stdout).toBe('');
});

test('after a compaction within the turn the next context may be warned of again', () => {
  using root = testdir();
  configure(root, { warnMidTurn: true });
  const session = longTurn(root);
  session.run('PostToolUse', TOOL);
  session.run('PostCompact', { trigger: 'auto', compact_summary: 'Short.' });
  expect(session.run('PostToolUse', TOOL).log.at(-1)?.reason).toBe(
    'usage unknown since the compaction',
  );
  session.answers(140_000);
  expect(session.run('PostToolUse', TOOL).context).toContain('context at 70 %');
});

test('a sub-agent and a session below the threshold get nothing', () => {
  using root = testdir();
  configure(root, { warnMidTurn: true });
  const session = longTurn(root);
  expect(session.run('PostToolUse', { ...TOOL, agent_id: 'a1' }).stdout).toBe('');
  session.answers(20_000);
  expect(session.run('PostToolUse', TOOL)).toMatchObject({ exitCode: 0, stdout: '' });
});

test('it is off by default, and a project cannot switch it on', () => {
  using root = testdir({ '.claude/carryover.json': '{"warnMidTurn":true}' });
  const run = longTurn(root).run('PostToolUse', TOOL);
  expect(run).toMatchObject({ exitCode: 0, stdout: '' });
  expect(run.log.at(-1)?.reason).toMatch(/^warnMidTurn is off; .*cannot be set by a project/);
});

test('install registers it while it is on, and takes it out where it is off', () => {
  using root = testdir();
  const events = (): string[] => {
    runBuiltCli(root.path, ['install', '--client-version', '2.1.332']);
    const text = readFileSync(join(root.path, '.claude/settings.json'), 'utf8');
    return Object.keys(JSON.parse(text).hooks);
  };
  const always = ['UserPromptSubmit', 'PreCompact', 'SessionStart', 'PostCompact'];
  expect(events()).toEqual(always);
  configure(root, { warnMidTurn: true });
  expect(events()).toEqual([...always, 'PostToolUse']);
  configure(root, {});
  expect(events()).toEqual(always);
});

test('doctor tells that it is on and not registered', () => {
  using root = testdir({ 'work/README.md': '' });
  const folder = { cwd: join(root.path, 'work') };
  runBuiltCli(root.path, ['install', '--client-version', '2.1.332'], folder);
  configure(root, { warnMidTurn: true });
  const doctor = (): string =>
    runBuiltCli(root.path, ['doctor', '--client-version', '2.1.332'], folder).stdout;
  expect(doctor()).toContain('Not registered: PostToolUse. [not-registered]');
  runBuiltCli(root.path, ['install', '--client-version', '2.1.332'], folder);
  expect(doctor()).toMatch(/^All is well. Ran 5 registered hooks/);
});
