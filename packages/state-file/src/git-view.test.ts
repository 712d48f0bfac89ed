import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { texts } from './__fixtures__/session-of.ts';
import { gitFacts, readGitView } from './git-view.ts';

function git(folder: string, ...args: string[]): void {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com'];
  execFileSync('git', ['-C', folder, ...identity, ...args], { stdio: 'pipe' });
}

test('tells branch, staged, changed and untracked files, names with spaces too', async () => {
  using folder = testdir({ 'a.ts': '1', 'b c.ts': '1', 'old.ts': 'some text to follow' });
  git(folder.path, 'init', '-q', '-b', 'work');
  git(folder.path, 'add', '.');
  git(folder.path, 'commit', '-q', '-m', 'x');
  writeFileSync(join(folder.path, 'a.ts'), '2');
  writeFileSync(join(folder.path, 'b c.ts'), '2');
  writeFileSync(join(folder.path, 'new.ts'), '2');
  git(folder.path, 'add', 'b c.ts');
  git(folder.path, 'mv', 'old.ts', 'renamed.ts');
  const view = await readGitView(folder.path);
  expect(view && texts(gitFacts(view))).toEqual([
    'Git: branch work, 1 changed, 2 staged, 1 untracked',
    'Git staged: b c.ts, renamed.ts',
    'Git changed: a.ts',
    'Git untracked: new.ts',
  ]);
});

test('trap 26: runs no program that the settings of the repository name', async () => {
  using folder = testdir({ 'a.ts': '1' });
  git(folder.path, 'init', '-q');
  git(folder.path, 'config', 'core.fsmonitor', `touch ${join(folder.path, 'ran')}`);
  const view = await readGitView(folder.path);
  expect(view?.untracked).toEqual(['a.ts']);
});

test('says nothing of a folder that is in no repository', async () => {
  using folder = testdir();
  expect(await readGitView(folder.path)).toBeUndefined();
});
