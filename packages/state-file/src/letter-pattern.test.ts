import { expect, test } from 'vitest';
import { letterPattern } from './letter-pattern.ts';

const word = letterPattern(() => String.raw`(?<![\p{L}\p{N}])nie(?![\p{L}\p{N}])`);
const letters = letterPattern(() => String.raw`^\p{L}+$`);

test.each(['a', 'zürich', 'łódź', 'œuvre', 'при', '触らない', '不要', '안녕', 'ﬁ', 'nº'])(
  '%s is letters',
  (text) => {
    expect(letters(text)).toBe(true);
  },
);

test.each(['1', 'a b', 'a-b', '“a”', 'a。', '、', '—', '…', 'a×', '€'])('%s is not', (text) => {
  expect(letters(text)).toBe(false);
});

test.each([
  ['nie.', true],
  ['„nie“', true],
  ['niemand', false],
  ['ąnie', false],
  ['nie2', false],
])('a word ends at %s: %s', (text, expected) => {
  expect(word(text)).toBe(expected);
});

test('makes its pattern once, when it is asked first', () => {
  let made = 0;
  const pattern = letterPattern(() => `${(made += 1)}`);
  expect(made).toBe(0);
  pattern('1');
  pattern('2');
  expect(made).toBe(1);
});
