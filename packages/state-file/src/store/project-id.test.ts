import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { projectId } from './project-id.ts';
import { stateFolder } from './store-paths.ts';

function git(folder: string, ...args: string[]): void {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com'];
  execFileSync('git', ['-C', folder, ...identity, ...args], { stdio: 'pipe' });
}

test('R19, trap 29: is one for a repository, its folders, its linked worktrees and links to it', () => {
  using folder = testdir({ 'app/src/a.ts': '' });
  const app = join(folder.path, 'app');
  git(app, 'init', '-q');
  git(app, 'commit', '-q', '--allow-empty', '-m', 'x');
  git(app, 'worktree', 'add', '-q', join(folder.path, 'tree'));
  symlinkSync(app, join(folder.path, 'link'));
  const id = projectId(app);
  expect(id).toMatch(/^app-[0-9a-f]{12}$/);
  expect(projectId(join(app, 'src'))).toBe(id);
  expect(projectId(join(folder.path, 'tree'))).toBe(id);
  expect(projectId(join(folder.path, 'link', 'src'))).toBe(id);
});

test('R19: differs for two folders of one name outside git', () => {
  using folder = testdir({ 'x/app/a': '', 'y/app/a': '' });
  const [x, y] = [projectId(join(folder.path, 'x/app')), projectId(join(folder.path, 'y/app'))];
  expect(x).not.toBe(y);
  expect(x.startsWith('app-') && y.startsWith('app-')).toBe(true);
});

test('S02: is one for composed and decomposed spellings of a name', () => {
  using folder = testdir();
  const name = '한글 é';
  mkdirSync(join(folder.path, name.normalize('NFC')));
  const composed = projectId(join(folder.path, name.normalize('NFC')));
  renameSync(join(folder.path, name.normalize('NFC')), join(folder.path, name.normalize('NFD')));
  expect(projectId(join(folder.path, name.normalize('NFD')))).toBe(composed);
});

test('stays the same when the folder is removed while the session runs', () => {
  using folder = testdir({ 'app/a': '' });
  const id = projectId(join(folder.path, 'app'));
  rmSync(join(folder.path, 'app'), { recursive: true });
  expect(projectId(join(folder.path, 'app'))).toBe(id);
});

test('trap 35: names with spaces, underscores and dots are projects of their own, usable as folders', () => {
  const names = ['my_app', 'my app', 'my.app', 'my-app', '_', '…', ' lead', '$HOME', '*'];
  using folder = testdir(Object.fromEntries(names.map((name) => [`${name}/a`, ''])));
  const ids = names.map((name) => projectId(join(folder.path, name)));
  expect(new Set(ids).size).toBe(names.length);
  for (const id of ids) expect(stateFolder('/home', id)).toBe(`/home/state/${id}`);
});
