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
  expect(found).toEqual(['Bash `npm test`: Exit code 1, 1 failing; the same later succeeded']);
});

test('tells an edit that did not apply', () => {
  const text = '<tool_use_error>String to replace not found in file.</tool_use_error>';
  const found = failed((session) =>
    session.tool('Edit', { file_path: '/p/a.ts' }, { isError: true, text }),
  );
  expect(found).toEqual(['Edit `/p/a.ts`: String to replace not found in file.']);
});

test('leaves out refusals, denials and notices of the client itself', () => {
  const found = failed((session) => {
    const denial = { toolDenialKind: 'user-rejected' };
    session.tool('Bash', { command: 'a' }, { isError: true, text: 'no', fields: denial });
    const rule = { toolDenialKind: 'permission-rule' };
    session.tool('Bash', { command: 'b' }, { isError: true, text: 'no', fields: rule });
    session.tool('Bash', { command: 'c' }, { isError: true, text: 'Sibling tool call errored' });
    session.tool('ExitPlanMode', { plan: 'x' }, { isError: true, text: 'no' });
  });
  expect(found).toEqual([]);
});

test('tells what failed in the recorded session', () => {
  const found = texts(failedAttempts(recordedSession().events));
  expect(found.some((text) => text.startsWith('Bash `npm test` (3 times): Exit code 1'))).toBe(
    true,
  );
  expect(found.some((text) => text.includes('String to replace not found'))).toBe(true);
});
