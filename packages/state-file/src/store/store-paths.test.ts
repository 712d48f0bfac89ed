import { expect, test } from 'vitest';
import { StateFileError } from '../state-file-error.ts';
import { backupFile, sessionPaths, statePaths } from './store-paths.ts';

test.each([
  '',
  '.',
  '..',
  '../x',
  '../../../x',
  'a/b',
  'a\\b',
  'a*',
  'a\nb',
  'x; rm',
  '-rf',
  'x'.repeat(300),
])('refuses the session id %j', (id) => {
  for (const paths of [
    () => sessionPaths('/h', id),
    () => statePaths('/h', 'p', id),
    () => backupFile('/h', 'p', id, 1),
  ]) {
    expect(paths).toThrow(expect.toSatisfy((error) => StateFileError.isInstance(error)));
  }
});

test('keeps the files of each session under names that no other session has', () => {
  const id = '506c3c0f-42c0-4f72-b487-9acb4282e0ae';
  expect(statePaths('/h', 'app-1', id).markdown).toBe(`/h/state/app-1/${id}.md`);
  expect(backupFile('/h', 'app-1', id, 2)).toBe(`/h/backups/app-1/${id}.2.jsonl.gz`);
  expect(sessionPaths('/h', id).ledger).toBe(`/h/sessions/${id}.jsonl`);
});
