import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { startSession } from '../hooks/start-session.ts';
import { runBuiltCli } from './run-built-cli.ts';

/** As a model writes it for compact-ops: items, nested items, and lines that are none. */
const STATE = `# Compact Prep State

## Active Plan
Move the orders to Postgres.

## Current Phase
- step 2 of 3

## TaskList Summary
## Session Decisions
- Postgres over SQLite
  - because of the locks
## Constraints and Blockers
- token ghp_a1B2c3D4e5a1B2c3D4e5a1B2c3D4e5a1B2c3
## Worker Topology
## Skills Invoked
## Editing Files
- src/orders.ts
## Failed Attempts
## Recovery Notes
`;

test('takes the states over into the projects of their folders, without secrets, once', () => {
  using root = testdir();
  const hash = createHash('md5').update(root.path).digest('hex').slice(0, 12);
  const id = '11111111-2222-4333-8444-555555555555';
  using old = testdir({
    [`state/${hash}/${id}.md`]: STATE,
    [`state/${hash}/not-a-state.md`]: 'hello',
    'state/0123456789ab/22222222-2222-4333-8444-555555555555.md': STATE,
  });
  const run = (...args: string[]) =>
    runBuiltCli(root.path, ['import', 'compact-ops', ...args], {
      env: { COMPACT_OPS_HOME: old.path },
    });
  expect(run('--dry-run').stdout).toMatch(
    /would be taken over[\s\S]*Would take over 1 of 3 states\.\n$/,
  );
  expect(runBuiltCli(root.path, ['show']).status).toBe(1);
  const { stdout } = run();
  expect(stdout).toMatch(/not-a-state\.md: it is no state file$/m);
  expect(stdout).toMatch(/22222222-\S+\.md: its folder is not known; run the command there$/m);
  expect(stdout).toMatch(/Took over 1 of 3 states\.\n$/);
  const shown = runBuiltCli(root.path, ['show']).stdout;
  for (const text of [
    '- Move the orders to Postgres.',
    '- Postgres over SQLite',
    '- because of the locks',
    '- src/orders.ts',
  ])
    expect(shown).toContain(text);
  expect(shown).not.toContain('ghp_');
  expect(shown).toMatch(
    /^Written by a model for compact-ops, from which carryover took it over, at /m,
  );
  expect(run().stdout).toMatch(/carryover has a state of this session[\s\S]*Took over 0 of 3/);
  expect(readFileSync(join(old.path, `state/${hash}/${id}.md`), 'utf8')).toBe(STATE);

  const today = startSession(root, 'today');
  today.says('Hello.');
  const { context } = today.run('SessionStart', { source: 'resume' });
  expect(context).toContain('Postgres over SQLite');
  expect(context).toMatch(/made by compact-ops just now from the transcript/);
});

test('passes over what is no readable file', () => {
  using root = testdir();
  const hash = createHash('md5').update(root.path).digest('hex').slice(0, 12);
  const id = '11111111-2222-4333-8444-555555555555';
  using old = testdir({
    [`state/${hash}/${id}.md`]: STATE,
    [`state/${hash}/folder.md/x`]: '',
  });
  symlinkSync('nowhere', join(old.path, `state/${hash}/dangling.md`));
  execFileSync('mkfifo', [join(old.path, `state/${hash}/pipe.md`)]);
  const { status, stdout } = runBuiltCli(root.path, ['import', 'compact-ops', '--from', old.path]);
  expect(status).toBe(0);
  expect(stdout.match(/(?:folder|dangling|pipe)\.md: it cannot be read$/gm)).toHaveLength(3);
  expect(stdout).toMatch(/Took over 1 of 4 states\.\n$/);
});

test('says where to look when there is nothing', () => {
  using root = testdir();
  const run = runBuiltCli(root.path, ['import', 'compact-ops'], { env: { COMPACT_OPS_HOME: ' ' } });
  expect(run).toMatchObject({ status: 1, stdout: '' });
  expect(run.stderr).toMatch(
    /No states of compact-ops in .*\.claude\/compact-ops\. Say where they are: --from <folder>\n$/,
  );
  expect(runBuiltCli(root.path, ['import', 'other']).status).toBe(1);
});
