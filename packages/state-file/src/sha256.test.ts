import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256 } from './sha256.ts';

const ofNode = (text: string) => createHash('sha256').update(text).digest('hex');

test.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 1_000])(
  '%i letters hash as by Node',
  (length) => {
    const text = 'a'.repeat(length);
    expect(sha256(text)).toBe(ofNode(text));
  },
);

test('any text hashes as by Node', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      expect(sha256(text)).toBe(ofNode(text));
    }),
  );
});
