import { expect, test } from 'vitest';
import { recordedSession, sessionOf, texts } from '../__fixtures__/session-of.ts';
import { failedAttempts } from './failed-attempts.ts';

const failed = (...args: Parameters<typeof sessionOf>) =>
  texts(failedAttempts(sessionOf(...args).events));

test('tells exit code and last lines of a failing command, the same one once', () => {
  const answer = { isError: true, text: 'Exit code 2\nlots of text\nmake: *** No rule' };
  const found = failed((session) => {
    session.tool('Bash', { command: 'make it' }, answer);
    session.tool('Bash', { command: 'make it' }, answer);
  });
  expect(found).toEqual(['Bash `make it` (2 times): Exit code 2, lots of text make: *** No rule']);
});

test('says when the same later succeeded', () => {
  const found = failed((session) => {
    session.tool(
      'Bash',
      { command: 'npm test' },
      { isError: true, text: 'Exit code 1\n1 failing' },
    );
    session.tool('Bash', { command: 'npm test' }, { text: '12 passing' });
  });
  expect(found).toEqual(['Bash `npm test` (passed later): Exit code 1, 1 failing']);
});

test('tells an edit that did not apply', () => {
  const text = '<tool_use_error>String to replace not found in file.</tool_use_error>';
  const found = failed((session) =>
    session.tool('Edit', { file_path: '/p/a.ts' }, { isError: true, text }),
  );
  expect(found).toEqual(['Edit `/p/a.ts`: String to replace not found in file.']);
});

test('knows a check again whatever shapes its output, and by what it printed where a pipe hides the exit code', () => {
  const found = failed((session) => {
    session.tool(
      'Bash',
      { command: 'cd /p && npm test 2>&1 | tail -5' },
      { text: '2 failed, 3 passed' },
    );
    session.tool('Bash', { command: 'npm test' }, { text: '5 passed' });
  });
  expect(found).toEqual([
    'Bash `cd /p && npm test 2>&1 | tail -5` (passed later): 2 failed, 3 passed',
  ]);
});

test('tells approaches that the person rejected with a reason', () => {
  const found = failed((session) => {
    const denial = { toolDenialKind: 'user-rejected' };
    session.tool(
      'Write',
      { file_path: '/a' },
      { isError: true, text: 'No globals.', fields: denial },
    );
    session.tool('ExitPlanMode', { plan: '# Use Redis' }, { isError: true, text: 'Too heavy.' });
  });
  expect(found).toEqual([
    'Write `/a`: rejected, saying: "No globals."',
    'Plan "Use Redis": rejected, saying: "Too heavy."',
  ]);
});

test('leaves out refusals without a word, denials and notices of the client itself', () => {
  const found = failed((session) => {
    const text = "The user doesn't want to proceed with this tool use.";
    session.tool('Bash', { command: 'a' }, { isError: true, text });
    const rule = { toolDenialKind: 'permission-rule' };
    session.tool('Bash', { command: 'b' }, { isError: true, text: 'no', fields: rule });
    session.tool('Bash', { command: 'c' }, { isError: true, text: 'Sibling tool call errored' });
  });
  expect(found).toEqual([]);
});

test('marks what failed in a sub-agent as its own', () => {
  const { events, asides } = sessionOf((session) => {
    const side = { isSidechain: true, agentId: 'a1' };
    session.toolUse('t', 'Bash', { command: 'make' }, side);
    session.toolResult('t', 'Exit code 2', { isError: true, ...side });
  });
  expect(texts(failedAttempts(events, asides))).toEqual(['Bash `make`: Exit code 2 (agent a1)']);
});

test('tells what failed in the recorded session', () => {
  const found = texts(failedAttempts(recordedSession().events));
  expect(
    found.some((text) => text.startsWith('Bash `npm test` (3 times, passed later): Exit code 1')),
  ).toBe(true);
  expect(found.some((text) => text.includes('String to replace not found'))).toBe(true);
});

test('keeps failures of tools apart that ask for different things', () => {
  const answer = { isError: true, text: 'Error: no such page' };
  const found = failed((session) => {
    session.tool('WebFetch', { url: 'https://a.example', prompt: 'Read' }, answer);
    session.tool('WebFetch', { url: 'https://b.example', prompt: 'Read' }, answer);
    session.tool('mcp__db__query', { sql: 'select 1' }, answer);
    session.tool('mcp__db__query', { sql: 'select 1' }, answer);
  });
  expect(found).toEqual([
    'WebFetch `https://a.example`: Error: no such page',
    'WebFetch `https://b.example`: Error: no such page',
    'mcp__db__query `{"sql":"select 1"}` (2 times): Error: no such page',
  ]);
});

test('counts edits that did not apply by their file', () => {
  const answer = { isError: true, text: 'String to replace not found in file.' };
  const found = failed((session) => {
    session.tool('Edit', { file_path: '/p/a.ts', old_string: 'a', new_string: 'b' }, answer);
    session.tool('Edit', { file_path: '/p/a.ts', old_string: 'c', new_string: 'd' }, answer);
  });
  expect(found).toEqual(['Edit `/p/a.ts` (2 times): String to replace not found in file.']);
});
