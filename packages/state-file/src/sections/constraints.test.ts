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
    { id: '2', subject: 'B', status: 'pending', blockedBy: ['1', '3'] },
    { id: '3', subject: 'C', status: 'completed' },
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

test('tells refusals by hooks, missing access and skipped checks', () => {
  const facts = found((session) => {
    const error = { blockingError: 'no pushes on Friday', command: 'guard.sh' };
    const attachment = {
      type: 'hook_blocking_error',
      hookName: 'PreToolUse:Bash',
      blockingError: error,
    };
    session.line({ type: 'attachment', attachment });
    const content = 'UserPromptSubmit operation blocked by hook:\nno secrets\n\nOriginal prompt: x';
    session.line({ type: 'system', subtype: 'informational', content });
    const text = 'Exit code 128\ngit@example.com: Permission denied (publickey).';
    session.tool('Bash', { command: 'git fetch' }, { isError: true, text });
    session.tool('Bash', { command: 'git commit --no-verify -m x' });
    session.tool('Bash', { command: 'npm test' }, { text: '10 passed, 2 skipped' });
  });
  expect(facts).toEqual([
    'Refused by a hook: PreToolUse:Bash blocked: no pushes on Friday',
    'Refused by a hook: UserPromptSubmit operation blocked by hook: no secrets Original prompt: x',
    'No access: `git fetch`: git@example.com: Permission denied (publickey).',
    'Checks were skipped: `git commit --no-verify -m x`',
    'Skipped in `npm test`: 2 tests',
  ]);
});
