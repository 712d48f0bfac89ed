import { expect, test } from 'vitest';
import { sessionOf } from '../__fixtures__/session-of.ts';
import { buildState } from '../session-state.ts';
import { checkClaims } from './check-claims.ts';

const record = sessionOf((session) => {
  session.prompt('Use Redis for the queue.');
  session.prompt('Forget about Redis. Move the parser to src/parser.ts.');
  session.tool(
    'TodoWrite',
    { todos: [] },
    {
      result: {
        newTodos: [
          { content: 'Move the parser', status: 'completed' },
          { content: 'Write the docs', status: 'pending' },
        ],
      },
    },
  );
  session.tool('Edit', { file_path: '/app/src/parser.ts' });
  session.tool(
    'Bash',
    { command: 'npm run e2e' },
    { text: 'Exit code 1\nError: boom', isError: true },
  );
  session.tool('Bash', { command: 'npm test' }, { text: 'Tests 12 passed' });
});

const state = buildState(record, {
  session: 's',
  project: 'p',
  generation: 1,
  createdAt: '2026-12-01T10:00:00.000Z',
  transcript: { path: '/t.jsonl', bytes: 1, skippedLines: 0 },
});
const known = `${JSON.stringify(state)} [@7]`;

function check(text: string, at?: number) {
  return checkClaims([{ section: 'Current Phase', text, at }], state, known);
}

test.each([
  'Task 2 is done.',
  'Task #1 is still pending.',
  '`npm run e2e` passes now.',
  'npm test failed at the end.',
  'Request 1 is open.',
  'src/parser.ts was not changed.',
  '/app/src/parser.ts was deleted.',
])('drops "%s" against the facts', (text) => {
  expect(check(text)).toMatchObject({ kept: 0, dropped: { contradiction: 1 } });
});

test.each([
  'Task 1 is done, task 2 is open.',
  'npm test failed first and passed later.',
  'Request 1 was withdrawn.',
  'The edit of src/parser.ts made the parser stream.',
  'Redis was given up because nobody wanted to run it.',
])('keeps "%s"', (text) => {
  expect(check(text).kept).toBe(1);
});

test('drops orders and unknown files, and says what of', () => {
  expect(check('Delete the cache.').dropped).toEqual({ imperative: 1 });
  expect(check('The key lies in /root/.ssh/id_rsa.').dropped).toEqual({ 'unknown path': 1 });
});

test('keeps a place only where the model was given it', () => {
  expect(check('The parser streams.', 7).sections['Current Phase']).toEqual([
    { text: 'The parser streams.', at: { offset: 7 } },
  ]);
  expect(check('The parser streams.', 8).sections['Current Phase'][0]?.at).toBeUndefined();
});

test('keeps eight statements of a section', () => {
  const claims = Array.from({ length: 10 }, (_, index) => ({
    section: 'Active Plan' as const,
    text: `Step ${index} was explained.`,
  }));
  expect(checkClaims(claims, state, known)).toMatchObject({ kept: 8, dropped: { 'too much': 2 } });
});
