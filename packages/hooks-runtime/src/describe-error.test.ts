import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeError } from './describe-error.ts';

const thrownBy = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    return describeError(error).replace(/ at .*/, '');
  }
  return 'nothing was thrown';
};

test.each<[string, () => unknown, string]>([
  [
    'says what an error with a code of its own says',
    () => {
      throw Object.assign(new Error('The folder is open to others. Close it.'), { code: 'unsafe' });
    },
    'Error unsafe The folder is open to others. Close it.',
  ],
  ["keeps the system's code and no path", () => readFileSync('/nowhere/secret'), 'Error ENOENT'],
  [
    "keeps Node's code and no value",
    () => readFileSync('x', { encoding: Object('hunter2') }),
    'TypeError ERR_INVALID_ARG_VALUE',
  ],
  ['quotes no JSON', () => JSON.parse('{"password": hunter2'), 'SyntaxError'],
])('%s', (_title, act, expected) => {
  expect(thrownBy(act)).toBe(expected);
});
