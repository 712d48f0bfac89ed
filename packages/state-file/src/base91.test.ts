import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { writeBase91 } from '../bench/sentences/base91.ts';
import { readBase91 } from './base91.ts';
import { sentenceWeights } from './sentence-weights.ts';

test('bytes come back as they were', () => {
  const every = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  for (const bytes of [every, new Uint8Array(13), new Uint8Array(13).fill(255), randomBytes(9_999)])
    expect(readBase91(writeBase91(bytes)).subarray(0, bytes.length)).toEqual(Buffer.from(bytes));
});

test('what is left over at the end is less than two bytes', () => {
  for (let length = 0; length < 30; length += 1) {
    const left = readBase91(writeBase91(randomBytes(length))).length - length;
    expect(left).toBeGreaterThanOrEqual(0);
    expect(left).toBeLessThan(2);
  }
});

test('the weights stand in a string of JavaScript as they are, 13 bytes in 16 signs', () => {
  const { base91 } = sentenceWeights;
  expect(JSON.stringify(base91)).toBe(`"${base91}"`);
  expect(base91).toMatch(/^[!-~]+$/);
  expect((readBase91(base91).length / base91.length) * 16).toBeCloseTo(13);
});
