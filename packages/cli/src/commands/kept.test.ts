import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { projectId, statePaths } from '@carryover/state-file';
import { testdir, type TestDir } from '@carryover/testing';
import { describe, expect, test } from 'vitest';
import { startSession } from '../hooks/start-session.ts';
import { runBuiltCli, type CliRun } from './run-built-cli.ts';

/** A session of that folder that was compacted once, its summary kept. */
function setUp(root: TestDir) {
  const session = startSession(root, 'aaaa-1');
  session.says('Never touch the migrations folder. We chose Postgres over SQLite for the orders.');
  session.answers(120_000, 'The walrus is a marine mammal.');
  session.run('UserPromptSubmit', { prompt: 'x' });
  session.run('PreCompact', { trigger: 'manual' });
  session.run('SessionStart', { source: 'compact' });
  session.run('PostCompact', {
    compact_summary: 'Postgres was chosen over SQLite for the orders.',
  });
  return session;
}

function json(run: CliRun): unknown {
  expect(run).toMatchObject({ status: 0, stderr: '' });
  return JSON.parse(run.stdout);
}

describe('status', () => {
  test('tells context, state and the last runs of the newest session of the folder', () => {
    using root = testdir();
    const { transcript } = setUp(root);
    const slug = root.path.replace(/[^A-Za-z0-9]/g, '-');
    const place = join(root.path, '.claude/projects', slug, 'aaaa-1.jsonl');
    mkdirSync(dirname(place), { recursive: true });
    renameSync(transcript, place);
    const { stdout } = runBuiltCli(root.path, ['status']);
    expect(stdout).toMatch(/^session +aaaa-1, 1 compaction seen$/m);
    expect(stdout).toMatch(/^context +60 % of the context: 120,000 tokens; window 200,000/m);
    expect(stdout).toMatch(/^state +1, made just now: .*aaaa-1\.md$/m);
    expect(stdout).toMatch(/^last runs +\S+ \S+ PostCompact ok, \d+ ms: warning re-armed/m);
    expect(json(runBuiltCli(root.path, ['status', '--json']))).toMatchObject({
      session: 'aaaa-1',
      usage: { percent: 60 },
      state: { generation: 1, isOfThisSession: true },
      runs: [{ event: 'PostCompact' }, {}, {}, { event: 'UserPromptSubmit' }],
      problems: [],
    });
  });

  test('tells what a writer cost the session, and nothing of the calls of others', () => {
    using root = testdir();
    const { home, transcript } = setUp(root);
    const slug = root.path.replace(/[^A-Za-z0-9]/g, '-');
    const place = join(root.path, '.claude/projects', slug, 'aaaa-1.jsonl');
    mkdirSync(dirname(place), { recursive: true });
    renameSync(transcript, place);
    expect(runBuiltCli(root.path, ['status']).stdout).not.toContain('model calls');
    const call = { session: 'aaaa-1', project: 'p', generation: 1, phase: 'ended' };
    const lines = [
      { ...call, phase: 'started' },
      { ...call, outcome: 'answer', inputTokens: 40_000, outputTokens: 900, costUsd: 0.0312 },
      { ...call, outcome: 'timeout' },
      { ...call, outcome: 'unavailable' },
      { ...call, session: 'bbbb-2', outcome: 'answer', inputTokens: 7, outputTokens: 7 },
    ];
    const ledger = join(home, 'log/calls.jsonl');
    writeFileSync(ledger, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    expect(runBuiltCli(root.path, ['status']).stdout).toMatch(
      /^model calls +2, 40,000 tokens in, 900 out, 0\.0312 USD$/m,
    );
    expect(json(runBuiltCli(root.path, ['status', '--json']))).toMatchObject({
      calls: { count: 2, inputTokens: 40_000, outputTokens: 900, costUsd: 0.0312 },
    });
  });

  test('tells a session that no hook saw, and a run that had nothing to say', () => {
    using root = testdir();
    const { home, transcript } = setUp(root);
    const slug = root.path.replace(/[^A-Za-z0-9]/g, '-');
    const place = join(root.path, '.claude/projects', slug, 'bbbb-2.jsonl');
    mkdirSync(dirname(place), { recursive: true });
    renameSync(transcript, place);
    expect(runBuiltCli(root.path, ['status']).stdout).toMatch(
      /^last runs +none of this session; carryover doctor tries the hooks$/m,
    );
    const time = new Date().toISOString();
    const run = { time, event: 'job:enrich', session: 'bbbb-2', ms: 166, outcome: 'ok' };
    const line = JSON.stringify({ ...run, reason: '', bytes: 0 });
    appendFileSync(join(home, 'log/runs.jsonl'), `${line}\n`);
    expect(runBuiltCli(root.path, ['status']).stdout).toMatch(/job:enrich ok, 166 ms$/m);
  });

  test('of a folder that knows nothing says so, and is no failure', () => {
    using root = testdir();
    const run = runBuiltCli(root.path, ['status']);
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect(run.stdout).toMatch(/^session +none of this folder yet$/m);
    expect(run.stdout).toMatch(/^state +none yet; made at the first compaction$/m);
    expect(run.stdout).toMatch(/^last runs +none yet$/m);
  });
});

describe('show', () => {
  test('prints the Markdown as it is kept, or all with its evidence', () => {
    using root = testdir();
    setUp(root);
    const { stdout } = runBuiltCli(root.path, ['show']);
    expect(stdout).toMatch(/^# Compact Prep State\n[\s\S]*We chose Postgres over SQLite/);
    expect(runBuiltCli(root.path, ['show', 'aaaa'], { cwd: '/' }).stdout).toBe(stdout);
    const state = json(runBuiltCli(root.path, ['show', '--json']));
    expect(state).toMatchObject({ session: 'aaaa-1', generation: 1 });
  });

  test('as JSON of a state that this version cannot read says so', () => {
    using root = testdir();
    const { home } = setUp(root);
    writeFileSync(statePaths(home, projectId(root.path), 'aaaa-1').json, '{"version":2}');
    const run = runBuiltCli(root.path, ['show', '--json']);
    expect(run).toMatchObject({ status: 1, stdout: '' });
    expect(run.stderr).toMatch(
      /^The evidence of session aaaa-1 is of another version or damaged\. .+ show aaaa-1\.\n$/,
    );
    expect(runBuiltCli(root.path, ['show']).status).toBe(0);
  });

  test('says what, where and how where there is nothing, and of ids that fit none or many', () => {
    using root = testdir();
    expect(runBuiltCli(root.path, ['show'])).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^Nothing is kept of .* yet: .* Name a session, or go to its folder\.\n$/,
      ),
    });
    setUp(root);
    startSession(root, 'aaaa-2').says('Hello.');
    startSession(root, 'aaaa-2').run('PreCompact');
    expect(runBuiltCli(root.path, ['show', 'b']).stderr).toMatch(/No session begins with "b"\./);
    expect(runBuiltCli(root.path, ['show', 'aa']).stderr).toMatch(/2 sessions begin with "aa": /);
  });
});

test('gaps lists what the summary does not mention, and says so where it is all there', () => {
  using root = testdir();
  const session = setUp(root);
  expect(runBuiltCli(root.path, ['gaps']).stdout).toMatch(
    /^The summary of session aaaa-1 does not mention 1 point:\n- Constraint: User: "Never touch the migrations folder\."\n$/,
  );
  expect(json(runBuiltCli(root.path, ['gaps', '--json']))).toMatchObject({
    session: 'aaaa-1',
    gaps: [{ section: 'Constraints and Blockers', offset: 0 }],
  });
  session.run('PostCompact', {
    compact_summary: 'Postgres over SQLite for orders; migrations folder untouched.',
  });
  expect(runBuiltCli(root.path, ['gaps']).stdout).toMatch(/mentions all that counts/);
});

test('gaps without a summary says where one comes from', () => {
  using root = testdir();
  const session = startSession(root);
  session.says('Hello.');
  session.run('PreCompact');
  const run = runBuiltCli(root.path, ['gaps']);
  expect(run).toMatchObject({ status: 1, stdout: '' });
  expect(run.stderr).toMatch(/No summary of session s1 is kept\. It comes with PostCompact/);
});

describe('pin', () => {
  test('keeps notes in the state there is and in the next one, lists them and takes them out', () => {
    using root = testdir();
    const session = setUp(root);
    const pin = (...args: string[]) => runBuiltCli(root.path, ['pin', ...args]);
    expect(pin().stdout).toMatch(/^Nothing is pinned in this project\./);
    expect(pin('Ship', 'on Friday.').stdout).toMatch(
      /^1 {2}\d{4}-\d\d-\d\d {2}Ship on Friday\.\n$/,
    );
    expect(runBuiltCli(root.path, ['show']).stdout).toContain('- Pinned: Ship on Friday.');
    session.says('More.');
    session.run('PreCompact');
    expect(runBuiltCli(root.path, ['show']).stdout).toMatch(
      /generation 2[\s\S]*- Pinned: Ship on Friday\./,
    );
    expect(json(pin('--remove', '1', '--json'))).toMatchObject({ pins: [] });
    expect(runBuiltCli(root.path, ['show']).stdout).not.toContain('Ship on Friday.');
  });

  test('refuses what is too long and numbers that are none, and keeps no secret', () => {
    using root = testdir();
    const pin = (...args: string[]) => runBuiltCli(root.path, ['pin', ...args]);
    expect(pin('x'.repeat(301))).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/301 characters; 1 to 300 can be pinned\n$/),
    });
    expect(pin('--remove', 'one')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/needs a number/),
    });
    expect(pin('Ship on Friday.').status).toBe(0);
    expect(pin('--remove', '1', 'foo')).toMatchObject({
      status: 1,
      stderr: '--remove takes a number alone. Pin the note by a call of its own.\n',
    });
    expect(pin().stdout).toContain('Ship on Friday.');
    const token = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    expect(pin(`Use ${token} for it.`).stdout).not.toContain(token);
  });
});

describe('backups', () => {
  test('are listed, described, printed and written back, never over a file that is there', () => {
    using root = testdir();
    const { transcript } = setUp(root);
    const original = readFileSync(transcript, 'utf8');
    expect(runBuiltCli(root.path, ['backups']).stdout).toMatch(
      /^aaaa-1\.1 {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}[\d.]+ k?B {2}carryover-test-/,
    );
    expect(json(runBuiltCli(root.path, ['backups', 'show', 'aaaa-1.1', '--json']))).toMatchObject({
      session: 'aaaa-1',
      generation: 1,
      lines: 2,
      bytes: original.length,
      from: '2026-12-01T10:00:00.000Z',
    });
    expect(runBuiltCli(root.path, ['backups', 'show', 'aaaa', '--raw']).stdout).toBe(original);

    const taken = runBuiltCli(root.path, ['backups', 'restore', 'aaaa-1.1']);
    expect(taken).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/exists; move it away/),
    });
    renameSync(transcript, `${transcript}.lost`);
    const restored = runBuiltCli(root.path, ['backups', 'restore', 'aaaa-1.1']);
    expect(restored.stdout).toMatch(
      /^Wrote \d+ bytes to .*\. Go on with it: claude --resume aaaa-1\n$/,
    );
    expect(readFileSync(transcript, 'utf8')).toBe(original);
    const restoreTo = (to: string) =>
      runBuiltCli(root.path, ['backups', 'restore', 'aaaa', '--to', to]).stdout;
    expect(restoreTo('elsewhere.jsonl')).toMatch(/^Wrote \d+ bytes to elsewhere\.jsonl\.\n$/);
    mkdirSync(join(root.path, '.claude/projects/-p'), { recursive: true });
    expect(restoreTo('.claude/projects/-p/aaaa-1.jsonl')).toMatch(/claude --resume aaaa-1\n$/);
    expect(restoreTo('.claude/projects/-p/other.jsonl')).not.toContain('--resume');
    expect(runBuiltCli(root.path, ['backups', 'show', 'aaaa-1.7']).stderr).toMatch(
      /no backup aaaa-1\.7\. Of that session there are: aaaa-1\.1/,
    );
  });
});

test('search finds all words in states and in the newest backup, whatever their case', () => {
  using root = testdir();
  setUp(root);
  const found = runBuiltCli(root.path, ['search', 'WALRUS', 'marine']);
  expect(found.stdout).toMatch(
    /^state aaaa-1, Current Phase: .*walrus[\s\S]*\nbackup aaaa-1, line 2: The walrus is a marine mammal\.\n$/,
  );
  expect(
    json(runBuiltCli(root.path, ['search', 'postgres', '--json', '--limit', '1'])),
  ).toMatchObject([{ in: 'state', session: 'aaaa-1', where: expect.any(String) }]);
  expect(runBuiltCli(root.path, ['search', 'walrus', 'penguin']).stdout).toMatch(
    /^Nothing that is kept says walrus penguin/,
  );
  for (const limit of ['many', '1.5', '0', '', '-1', '1e999'])
    expect(runBuiltCli(root.path, ['search', 'x', `--limit=${limit}`])).toMatchObject({
      status: 1,
      stdout: '',
      stderr: `--limit ${limit} is no number of hits, such as 20.\n`,
    });
});

test('search finds what a person wrote, and not what every state says', () => {
  using root = testdir();
  const { home } = setUp(root);
  const { markdown } = statePaths(home, projectId(root.path), 'aaaa-1');
  const text = readFileSync(markdown, 'utf8').replace('## Active Plan', 'Feed the zebra.\n\n$&');
  writeFileSync(markdown, `${text}Ask the zebra.\n`);
  expect(runBuiltCli(root.path, ['search', 'zebra']).stdout).toBe(
    'state aaaa-1, notes above: Feed the zebra.\nstate aaaa-1, Recovery Notes: Ask the zebra.\n',
  );
  for (const words of ['carryover transcript model', 'compact prep state', 'generation createdAt'])
    expect(runBuiltCli(root.path, ['search', words]).stdout).toMatch(/^Nothing that is kept says/);
});

describe('deleting', () => {
  test('prune takes its limits from the configuration and tells before it does', () => {
    using root = testdir({ '.claude/carryover/config.json': '{"retentionCount":1}' });
    const session = setUp(root);
    session.says('More.');
    session.run('PreCompact');
    expect(runBuiltCli(root.path, ['prune', '--dry-run']).stdout).toMatch(
      /aaaa-1\.1\.jsonl\.gz \(more than 1\)\nWould delete 1 backups, .*; 1 stay\.\n$/,
    );
    expect(json(runBuiltCli(root.path, ['prune', '--json']))).toMatchObject({
      deleted: [{ generation: 1 }],
      kept: 1,
    });
    expect(runBuiltCli(root.path, ['backups']).stdout).not.toContain('aaaa-1.1');
  });

  test('an empty name, such as an unset variable gives, is of nothing', () => {
    using root = testdir();
    setUp(root);
    for (const args of [
      ['purge', '--session', '', '--yes'],
      ['purge', '--project', '', '--yes'],
      ['show', ''],
      ['gaps', ''],
      ['backups', 'show', ''],
      ['backups', 'show', '.1'],
      ['backups', 'restore', '', '--to', 'x.jsonl'],
      ['report', ''],
    ])
      expect(runBuiltCli(root.path, args)).toMatchObject({
        status: 1,
        stdout: '',
        stderr: expect.stringMatching(/^The name of the (?:session|project) is empty\. .+\.\n$/),
      });
    expect(json(runBuiltCli(root.path, ['backups', '--json']))).toHaveLength(1);
    expect(runBuiltCli(root.path, ['show']).status).toBe(0);
  });

  test('purge asks, and where nobody can be asked wants --yes', () => {
    using root = testdir();
    setUp(root);
    runBuiltCli(root.path, ['pin', 'Ship on Friday.']);
    const purge = (...args: string[]) => runBuiltCli(root.path, ['purge', ...args]);
    expect(purge().stderr).toMatch(/one of: --session <id>, --project \[name\], --all/);
    expect(purge('--session', 'aaaa')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(
        /^Nothing was deleted \(session aaaa-1: \d files\)\. Add --yes/,
      ),
    });
    expect(purge('--project', '--dry-run').stdout).toMatch(
      /pinned\.jsonl[\s\S]*Would delete \d files of project/,
    );
    expect(runBuiltCli(root.path, ['show']).status).toBe(0);
    expect(purge('--session', 'aaaa', '--yes').stdout).toMatch(
      /^Deleted \d files of session aaaa-1\.\n$/,
    );
    expect(runBuiltCli(root.path, ['show']).status).toBe(1);
    expect(runBuiltCli(root.path, ['pin']).stdout).toContain('Ship on Friday.');
    expect(json(purge('--all', '--yes', '--json'))).toMatchObject({
      paths: [expect.stringMatching(/pinned\.jsonl$/)],
    });
    expect(existsSync(join(root.path, '.claude/carryover/log/deletions.jsonl'))).toBe(true);
  });
});

test('config tells each value and its source, what is wrong, and what is understood', () => {
  using root = testdir({
    '.claude/carryover/config.json': '{"warnThreshold":70,"nonsense":1}',
    'p/.claude/carryover.json': '{"onStartup":"inject","writer":"claude"}',
  });
  const cwd = join(root.path, 'p');
  const env = { CARRYOVER_GAPS: 'off', COMPACT_OPS_CONTEXT_WINDOW: '300000' };
  const { stdout } = runBuiltCli(root.path, ['config'], { cwd, env });
  expect(stdout).toMatch(/^warnThreshold +70 +user$/m);
  expect(stdout).toMatch(/^onStartup +"inject" +project$/m);
  expect(stdout).toMatch(/^gaps +false +CARRYOVER_GAPS$/m);
  expect(stdout).toMatch(/^window +300000 +COMPACT_OPS_CONTEXT_WINDOW$/m);
  expect(stdout).toMatch(/^writer +"none" +default$/m);
  expect(stdout).toMatch(/^problem {2}.*unknown key "nonsense"$/m);
  expect(stdout).toMatch(/^problem {2}.*writer cannot be set by a project/m);
  expect(stdout).toMatch(
    /^note {5}COMPACT_OPS_CONTEXT_WINDOW of compact-ops is read as CARRYOVER_WINDOW$/m,
  );
  expect(json(runBuiltCli(root.path, ['config', '--json'], { cwd, env }))).toMatchObject({
    settings: expect.arrayContaining([
      expect.objectContaining({ key: 'gaps', value: false, from: 'CARRYOVER_GAPS' }),
    ]),
    problems: [expect.any(String), expect.any(String)],
  });
  writeFileSync(
    join(root.path, 'schema.json'),
    runBuiltCli(root.path, ['config', '--schema']).stdout,
  );
  expect(JSON.parse(readFileSync(join(root.path, 'schema.json'), 'utf8'))).toHaveProperty(
    'properties.warnThreshold',
  );
});
