import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { testdir } from '@carryover/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSession } from '../hooks/start-session.ts';
import { BARE, BUILT_CLI, canBeBare, runBuiltCli } from './run-built-cli.ts';

/** Kept by the shipped session: a transcript, states and backups. */
const kept = testdir();
const played = join(kept.path, 'played');
const env = { PATH: '/usr/bin:/bin', CARRYOVER_HOME: join(played, '.claude/carryover') };
const SESSION = '506c3c0f-42c0-4f72-b487-9acb4282e0ae';

beforeAll(() => {
  const { status, stderr } = runBuiltCli(kept.path, ['demo', '--keep', played]);
  if (status !== 0) throw new Error(stderr);
});
afterAll(() => kept[Symbol.dispose]());

const COMMANDS = [
  ['show', SESSION],
  ['backups', 'show', SESSION, '--raw'],
  ['report', join(played, 'transcript.jsonl'), '--json'],
];

describe.each(COMMANDS)('%s %s', (...args) => {
  test('is quiet where its reader has seen enough', async () => {
    const child = spawn(process.execPath, [BUILT_CLI, ...args], { env });
    child.stdout.destroy();
    const [complaint, [status]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect({ status, complaint }).toEqual({ status: 0, complaint: '' });
  });

  test.runIf(existsSync('/dev/full'))('fails where its output is lost', () => {
    const full = openSync('/dev/full', 'w');
    const run = spawnSync(process.execPath, [BUILT_CLI, ...args], {
      env,
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(full);
    expect(run.status).toBe(1);
    expect(run.stderr).toMatch(/no space left on device \(ENOSPC\)\. Make room on the disk/);
  });
});

test.each(['none/a.jsonl', 'played/transcript.jsonl/a'])(
  'restore says why it cannot write to %s',
  (place) => {
    const to = join(kept.path, place);
    const run = runBuiltCli(kept.path, ['backups', 'restore', SESSION, '--to', to], { env });
    expect(run).toMatchObject({ status: 1, stdout: '' });
    expect(run.stderr).toMatch(new RegExp(`^${to}: [a-z ]+ \\((ENOENT|ENOTDIR)\\)\\. .+\\n$`));
  },
);

test.runIf(process.platform === 'linux')('demo ends where it cannot make the folder', () => {
  const run = spawnSync(process.execPath, [BUILT_CLI, 'demo', '--keep', '/proc/none'], {
    encoding: 'utf8',
    timeout: 10_000,
  });
  expect(run.status).toBe(1);
  expect(run.stderr).toMatch(/^\/proc\/none: no such file or directory \(ENOENT\)\./);
});

test.each([['show'], ['config'], ['status'], ['pin'], ['purge', '--project'], ['run', 'Stop']])(
  '%s in a folder that was deleted meanwhile says so',
  (...args) => {
    using root = testdir({ 'gone/.keep': '' });
    const within = ['sh', '-c', 'rm -r "$PWD" && exec "$@"', 'sh'];
    const run = runBuiltCli(root.path, args, { cwd: join(root.path, 'gone'), within });
    expect(run).toEqual({
      status: 1,
      stdout: '',
      stderr: 'The folder that this was started in is gone: cd into one that is there.\n',
    });
  },
);

test.runIf(canBeBare)('what may not be read is not called empty', () => {
  using root = testdir();
  const session = startSession(root, 'aaaa-1');
  session.says('Keep the old API.');
  session.run('PreCompact');
  const folder = join(session.home, 'state');
  chmodSync(folder, 0);
  for (const args of [['purge', '--all', '--dry-run'], ['show'], ['search', 'api'], ['status']]) {
    const run = runBuiltCli(root.path, args, { within: BARE });
    expect(run).toMatchObject({ status: 1, stdout: '' });
    expect(run.stderr).toBe(
      `${folder}: permission denied (EACCES). Give yourself the right to it, or name another one.\n`,
    );
  }
  chmodSync(folder, 0o700);
});

test.runIf(canBeBare)(
  'a project whose folder may not be read takes nothing from the others',
  () => {
    using root = testdir();
    const session = startSession(root, 'aaaa-1');
    session.says('Keep the old API.');
    session.run('PreCompact');
    const folders = ['state', 'backups'].map((part) =>
      join(session.home, part, 'other-123456789012'),
    );
    for (const folder of folders) mkdirSync(folder, { mode: 0 });
    for (const args of [
      ['show', 'aaaa'],
      ['search', 'api'],
      ['prune'],
      ['purge', '--all', '--yes'],
    ])
      expect(runBuiltCli(root.path, args, { within: BARE })).toMatchObject({
        status: 0,
        stderr: '',
      });
    for (const folder of folders) rmdirSync(folder);
  },
);
