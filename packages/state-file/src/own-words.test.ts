import { expect, test } from 'vitest';
import { isPasted, ownLines } from './own-words.ts';

test.each([
  'Nice~~~ never push to main.',
  'src/a.ts:3:4 must never return null.',
  'sum(1,2) must never throw.',
  'At 12:30:00 the job must never run.',
  'From: what I saw, never push.',
  '--- never push ---',
])('the person may begin a line so: %s', (line) => {
  expect(ownLines(`${line}\nNever pull.`)).toEqual([line, 'Never pull.']);
  expect(isPasted(line)).toBe(false);
});

test('a prompt of many lines that begin like a mail takes no time', () => {
  const { user } = process.cpuUsage();
  expect(ownLines('From: a\n'.repeat(50_000)).length).toBeGreaterThan(50_000);
  expect(process.cpuUsage().user - user).toBeLessThan(1_000_000);
});
