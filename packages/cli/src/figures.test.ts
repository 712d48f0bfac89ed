import { expect, test } from 'vitest';
import { median } from './figures.ts';

test.each([
  [[], 0],
  [[3], 3],
  [[10, 2], 6],
  [[9, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
])('the median of %j is %d', (values, middle) => {
  expect(median(values)).toBe(middle);
});
