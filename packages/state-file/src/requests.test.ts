import { expect, test } from 'vitest';
import { sessionOf } from './__fixtures__/session-of.ts';
import { listRequests } from './requests.ts';

function statusAfter(second: string, first = 'Build the cron sweep.'): string | undefined {
  const { events } = sessionOf((session) => {
    session.prompt('Something else entirely.');
    session.prompt(first);
    session.prompt(second);
  });
  return listRequests(events)[1]?.status;
}

test.each([
  'Drop that, do the queue instead.',
  'Forget the cron sweep.',
  'Actually, never mind.',
  'Scratch that. Use a queue.',
  'Vergiss den cron sweep und nimm eine Queue.',
  'Oublie ça, fais une file.',
  'Olvídalo.',
  'Cancela isso.',
  '算了，改用队列。',
  'やっぱりいい。キューにして。',
])('takes the request back: %s', (second) => {
  expect(statusAfter(second)).toBe('withdrawn');
});

test.each([
  'Never forget the tests.',
  'Drop the table users in the fixture.',
  'Do not cancel the running sweep.',
  'Let the cancel button cancel the upload.',
])('leaves the request standing: %s', (second) => {
  expect(statusAfter(second)).toBe('open');
});

test('finds the request that is meant by its words', () => {
  const { events } = sessionOf((session) => {
    session.prompt('Add a cron sweep to the service.');
    session.prompt('Write the docs.');
    session.prompt('Drop the cron sweep.');
  });
  expect(listRequests(events).map(({ status, withdrawnBy }) => [status, withdrawnBy])).toEqual([
    ['withdrawn', 3],
    ['open', undefined],
    ['open', undefined],
  ]);
});
