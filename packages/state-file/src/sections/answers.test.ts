import { expect, test } from 'vitest';
import { sessionOf, texts } from '../__fixtures__/session-of.ts';
import { sessionDecisions } from './session-decisions.ts';

const decisions = (...args: Parameters<typeof sessionOf>) =>
  texts(sessionDecisions(sessionOf(...args).events));

test('tells answers with the options that were not taken', () => {
  const question = 'Which store?';
  const options = [{ label: 'SQLite' }, { label: 'JSON' }];
  const found = decisions((session) =>
    session.tool(
      'AskUserQuestion',
      { questions: [{ question, options }] },
      { result: { answers: { [question]: 'JSON' } } },
    ),
  );
  expect(found).toEqual(['Asked "Which store?", user chose: JSON (not: SQLite)']);
});

const STORES = {
  question: 'Which stores?',
  multiSelect: true,
  options: [
    { label: 'Redis, with TTL' },
    { label: 'SQLite' },
    { label: 'Say "JSON"' },
    { label: 'S3' },
  ],
};

test.each([
  ['Redis, with TTL, SQLite', 'Say "JSON"; S3'],
  ['"Redis, with TTL", "Say \\"JSON\\""', 'SQLite; S3'],
  ['Redis, with TTL', 'SQLite; Say "JSON"; S3'],
])('several are chosen, though their names hold commas: %s', (answer, others) => {
  const answers = { [STORES.question]: answer };
  const found = decisions((session) =>
    session.tool('AskUserQuestion', { questions: [STORES] }, { result: { answers } }),
  );
  expect(found).toEqual([`Asked "Which stores?", user chose: ${answer} (not: ${others})`]);
});

test('tells what the person wrote beside the options, and instead of them', () => {
  const found = decisions((session) => {
    const answers = { [STORES.question]: 'S3' };
    const annotations = { [STORES.question]: { notes: 'Frankfurt only.' } };
    const input = { questions: [STORES] };
    session.tool('AskUserQuestion', input, { result: { answers, annotations } });
    session.tool('AskUserQuestion', input, { result: { answers: {}, response: 'Ask ops.' } });
    session.tool('AskUserQuestion', input, { text: 'The user responded: Ask "ops".' });
  });
  expect(found).toEqual([
    'Asked "Which stores?", user chose: S3 (not: Redis, with TTL; SQLite; Say "JSON"), adding: "Frankfurt only."',
    'Asked "Which stores?", user said: "Ask ops."',
    'Asked "Which stores?", user said: "Ask "ops"."',
  ]);
});

test('quotes in questions and answers end neither', () => {
  const text =
    'User has answered your questions: "Name "main"?"="the "trunk", not "main"", "Push?"="no". You can now continue.';
  const questions = ['Name "main"?', 'Push?'].map((question) => ({ question, options: [] }));
  expect(decisions((session) => session.tool('AskUserQuestion', { questions }, { text }))).toEqual([
    'Asked "Name "main"?", user chose: the "trunk", not "main"',
    'Asked "Push?", user chose: no',
  ]);
});

test('reads answers from the text where the structure is missing', () => {
  const found = decisions((session) =>
    session.tool(
      'AskUserQuestion',
      { questions: [] },
      { text: 'User has answered your questions: "Which?"="Both, A"' },
    ),
  );
  expect(found).toEqual(['Asked "Which?", user chose: Both, A']);
});

test('tells a question without an answer, and answers that are lists or objects', () => {
  const found = decisions((session) => {
    const questions = [{ question: 'A?', options: [] }];
    const answers = { 'A?': null, 'B?': ['x', 'y'], 'C?': { answer: 'z' }, 'D?': {} };
    session.tool('AskUserQuestion', { questions }, { result: { answers } });
  });
  expect(found).toEqual([
    'Asked "A?", user chose: (no answer)',
    'Asked "B?", user chose: x, y',
    'Asked "C?", user chose: z',
    'Asked "D?", user chose: (no answer)',
  ]);
});
