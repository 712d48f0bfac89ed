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
  '取消吧。',
  'Never mind, redis is enough.',
  'Cancel the cron sweep, it is too slow.',
  'Forget the cron sweep and refactor the queue.',
  'Forget the cron sweep for now.',
  'Lass das.',
  'Lass den cron sweep weg und nimm eine Queue.',
  'Lass es sein.',
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

test.each([
  ['Cancel order and refund order need a confirm dialog.', 'Add cancel order and refund order.'],
  ['Cancel order, refund order and edit order need a dialog.', 'Add the order pages.'],
  ['Drop table orders, then create it again with an index.', 'Create the table orders.'],
  ['Drop and create the table orders.', 'Create the table orders.'],
  ['Cancel, I mean the cancel button, is broken.', 'Add a cancel button.'],
  ['Lass Tests und Lint laufen.', 'Schreib Tests.'],
  ['Lass die Suche und den Filter zusammen in einer Datei.', 'Baue die Suche.'],
  ['Lass die Suche so.', 'Baue die Suche.'],
  ['取消按钮坏了。', '做一个取消按钮。'],
  ['Drop CI.', 'Record the decision.'],
])('%j is work on it, and takes nothing back', (second, first) => {
  expect(statusAfter(second, first)).toBe('open');
});

test('a short name is found as a word, however it is written', () => {
  expect(statusAfter('drop ci', 'Add CI to the repository.')).toBe('withdrawn');
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
