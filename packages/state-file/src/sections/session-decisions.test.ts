import { expect, test } from 'vitest';
import { recordedSession, sessionOf, texts } from '../__fixtures__/session-of.ts';
import { lastDecisions, sessionDecisions } from './session-decisions.ts';

const decisions = (...args: Parameters<typeof sessionOf>) =>
  texts(sessionDecisions(sessionOf(...args).events));

test('tells refused plans with what the person said', () => {
  const text =
    "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\nNo Redis.";
  const found = decisions((session) =>
    session.tool('ExitPlanMode', { plan: '# Queue' }, { isError: true, text }),
  );
  expect(found).toEqual(['User refused the plan: Queue, saying: "No Redis."']);
});

test('tells tool uses that the person refused, not those that a rule refused', () => {
  const found = decisions((session) => {
    session.tool(
      'Bash',
      { command: 'rm a' },
      {
        isError: true,
        text: "The user doesn't want to proceed with this tool use.",
        fields: { toolDenialKind: 'user-rejected' },
      },
    );
    session.tool(
      'Bash',
      { command: 'rm b' },
      {
        isError: true,
        text: 'Permission to use Bash with command rm b has been denied.',
        fields: { toolDenialKind: 'permission-rule' },
      },
    );
  });
  expect(found).toEqual(['User refused Bash rm a']);
});

test('tells a question that was refused, with what the person said', () => {
  const questions = [{ question: 'Which store?', options: [{ label: 'SQLite' }] }];
  const text =
    "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\nNone of them, we have Postgres.";
  const found = decisions((session) =>
    session.tool('AskUserQuestion', { questions }, { isError: true, text }),
  );
  expect(found).toEqual([
    'User refused AskUserQuestion Which store?, saying: "None of them, we have Postgres."',
  ]);
});

test.each([
  'Yes, go ahead.',
  'Sí, adelante con eso.',
  'Wir nehmen lieber die zweite Variante.',
  'Je préfère la première solution.',
  'Prefiro a segunda opção.',
  '好，改用 SQLite。',
  'SQLiteではなくJSONにします。',
])('keeps the sentence that settles something: %s', (sentence) => {
  const found = decisions((session) => session.prompt(sentence));
  expect(found).toEqual([`User: "${sentence}"`]);
});

test('leaves out questions, code and quotations', () => {
  const found = decisions((session) =>
    session.prompt("Should we go with A instead?\n> yes, go with A\n```\nlet's go with A\n```"),
  );
  expect(found).toEqual([]);
});

test('tells every decision of the recorded session', () => {
  const found = texts(sessionDecisions(recordedSession().events));
  expect(found).toContain('User: "Yes, go with the retry queue, not cron."');
  expect(found.filter((text) => text.startsWith('Asked'))).toHaveLength(2);
  expect(found.some((text) => text.includes('saying: "Cap the delay at 15 minutes.'))).toBe(true);
});

const allowed = (source: string, rule: object = {}) => ({
  fields: { permissionDecision: { decision: 'accept', source, ...rule } },
});

test('tells what may be done without asking again, and counts what was allowed once', () => {
  const found = decisions((session) => {
    session.tool('Bash', { command: 'npm test' }, allowed('user_permanent'));
    session.tool('Edit', { file_path: '/a' }, allowed('user_temporary'));
    session.tool('Edit', { file_path: '/b' }, allowed('user_temporary'));
    session.tool('Bash', { command: 'ls' }, allowed('user_permanent', { reasonType: 'rule' }));
  });
  expect(found).toEqual([
    'User allowed from then on: Bash npm test',
    'User allowed 2 times, each asked: Edit',
  ]);
});

test('the last ones are told in their order, without what was allowed', () => {
  const { events } = sessionOf((session) => {
    session.prompt('Yes, go ahead. We use Postgres.');
    session.tool('Bash', { command: 'npm test' }, allowed('user_permanent'));
    session.prompt('Where is it?');
    session.prompt('Let us take the second option.');
  });
  expect(texts(sessionDecisions(events)).at(-1)).toMatch(/^User allowed/);
  const all = [
    'User: "Yes, go ahead."',
    'User: "We use Postgres."',
    'User: "Let us take the second option."',
  ];
  expect(texts(lastDecisions(events, 9))).toEqual(all);
  expect(texts(lastDecisions(events, 2))).toEqual(all.slice(1));
  expect(lastDecisions([], 3)).toEqual([]);
});
