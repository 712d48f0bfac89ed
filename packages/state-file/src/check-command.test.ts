import { expect, test } from 'vitest';
import { sessionOf } from './__fixtures__/session-of.ts';
import { checkOutcome, commandKey } from './check-command.ts';

function outcome(command: string, text: string): string | undefined {
  const { events } = sessionOf((session) => session.tool('Bash', { command }, { text }));
  return events.flatMap((event) => (event.kind === 'tool' ? checkOutcome(event) : [])).at(0);
}

test.each([
  ' Test Files  1 failed | 4 passed (5)\n      Tests  2 failed | 40 passed (42)',
  'Test Suites: 1 failed, 1 total\nTests:       1 failed, 3 passed, 4 total',
  '==== 1 failed, 3 passed in 0.12s ====',
  '1 failed in 0.1s',
  '  3 passing (10ms)\n  2 failing',
  'test result: FAILED. 1 passed; 1 failed; 0 ignored',
  '--- FAIL: TestParse (0.00s)\nFAIL',
  '# pass 3\n# fail 1',
  'ok 1 - a\nnot ok 2 - b',
  '10 examples, 2 failures',
  'FAILURES!\nTests: 5, Assertions: 5, Failures: 1.',
  'FAILED (failures=1, errors=2)',
  'Tests run: 5, Failures: 1, Errors: 0, Skipped: 0',
  'Failed!  - Failed:     1, Passed:     4',
  'src/a.ts(1,2): error TS2322: Type',
  'Found 2 errors in 2 files.',
  '✖ 3 problems (2 errors, 1 warning)',
  'Found 0 warnings and 1 error.',
  '3 tests completed, 1 failed',
  'error: could not compile `a` (lib)',
  ' ELIFECYCLE  Command failed with exit code 1.',
  '4 passed\nexit code: 1',
  '3 passed and 2 failed',
])('behind a pipe, failed: %j', (text) => {
  expect(outcome('npm test | tail -20', text)).toBe('error');
});

test.each([
  'imported, 2 failed rows kept\n5 passed',
  'retrying after 3 errors of the network\n5 passed',
  'failed to load an optional plugin\n5 passed',
  'error: unknown option --x\n5 passed',
  'not ok 2 - b # TODO later\nok 3',
  'Tests  42 passed (42)\n 0 failed',
  'Found 0 warnings and 0 errors.',
  'fail 0',
  'it failed 3 times before\n1 passed',
  'exit code: 0',
])('behind a pipe, passed: %j', (text) => {
  expect(outcome('npm test | tail -20', text)).toBe('ok');
});

test('where nothing hides the exit code, it alone counts', () => {
  expect(outcome('npm test', '2 failed, then passed when tried again')).toBe('ok');
  expect(outcome('test -f a; echo "1 failed"', '1 failed')).toBe('ok');
});

test.each(['\n', '1 a and ', '1 passed, '])('what a check printed is read at once: %j', (part) => {
  const { events } = sessionOf((session) => session.tool('Bash', { command: 'npm test | cat' }));
  const tools = events.flatMap((event) => (event.kind === 'tool' ? [event] : []));
  const started = performance.now();
  const text = part.repeat(100_000);
  expect(tools.map((tool) => checkOutcome({ ...tool, text }))).toEqual(['ok']);
  expect(performance.now() - started).toBeLessThan(2_000);
});

test.each([
  ['cd /p && CI=1 npm test 2>&1 | tail -5', 'npm test'],
  ['npm test |& tee log', 'npm test'],
  ['npm test 2>&1 || true', 'npm test'],
  ['npm test | tail -5 | head -1', 'npm test | tail -5'],
  [`npm test | tail ${'x'.repeat(300)}`, `npm test | tail ${'x'.repeat(300)}`],
])('%j is known by %j', (command, key) => {
  expect(commandKey(command)).toBe(key);
});
