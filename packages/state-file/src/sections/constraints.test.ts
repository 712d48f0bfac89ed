import { expect, test } from 'vitest';
import { recordedSession, sessionOf, texts } from '../__fixtures__/session-of.ts';
import { constraints } from './constraints.ts';

const found = (...args: Parameters<typeof sessionOf>) =>
  texts(constraints(sessionOf(...args).events));

test.each([
  'Never touch the migrations folder.',
  'Do not use f-strings!',
  'Nunca toques la carpeta de migraciones.',
  'Die Schnittstelle darf auf keinen Fall geändert werden.',
  "Ne touche pas aux migrations, s'il te plaît.",
  'Não altere o esquema.',
  '不要修改数据库结构。',
  'マイグレーションには絶対に触らないでください。',
])('keeps the sentence that binds, word for word: %s', (sentence) => {
  expect(found((session) => session.prompt(sentence))).toEqual([`User: "${sentence}"`]);
});

test('takes only the binding sentence out of a longer request', () => {
  const prompt = 'The report is slow. Find out why. You must not change the public API. Thanks.';
  expect(found((session) => session.prompt(prompt))).toEqual([
    'User: "You must not change the public API."',
  ]);
});

test('tells what a rule denied', () => {
  const text = 'Permission to use Bash with command git push has been denied.';
  const fields = { toolDenialKind: 'permission-rule' };
  expect(
    found((session) =>
      session.tool('Bash', { command: 'git push' }, { isError: true, text, fields }),
    ),
  ).toEqual([`Denied (permission-rule): ${text}`]);
});

test('tells tasks that wait for others', () => {
  const tasks = [
    { id: '1', subject: 'A', status: 'pending' },
    { id: '2', subject: 'B', status: 'pending', blockedBy: ['1'] },
  ];
  expect(found((session) => session.tool('TaskList', {}, { result: { tasks } }))).toEqual([
    'Task #2 waits for #1',
  ]);
});

test('tells the rules of the recorded session', () => {
  const facts = texts(constraints(recordedSession().events)).join('\n');
  expect(facts).toContain('never touch the migrations folder');
  expect(facts).toContain('card data must never be written anywhere');
  expect(facts).toContain('git push origin main has been denied');
});
