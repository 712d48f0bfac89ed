import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createJsonEnd } from './json-end.ts';

/** The value's bytes, cut at these places. */
function cut(value: unknown, places: number[]): Buffer[] {
  const bytes = Buffer.from(JSON.stringify(value));
  const bounds = places.map((place) => place % bytes.length).toSorted((one, other) => one - other);
  return [0, ...bounds].map((start, index) => bytes.subarray(start, bounds[index] ?? bytes.length));
}

// Quotes, backslashes and brackets, which other characters hide from a random string.
const tricky = fc.string({ unit: fc.constantFrom('"', '\\', '{', '}', '[', ']', 'é', 'x') });
const json = fc.dictionary(tricky, fc.oneof(tricky, fc.array(fc.dictionary(tricky, tricky))));

test('sees the end of an object with its last byte and not before, wherever it is cut', () => {
  fc.assert(
    fc.property(json, fc.array(fc.nat(), { maxLength: 20 }), (value, places) => {
      const isComplete = createJsonEnd();
      const seen = cut(value, places).map((chunk) => isComplete(chunk));
      expect(seen.at(-1)).toBe(true);
      expect(seen.slice(0, -1)).not.toContain(true);
    }),
  );
});

test('keeps seeing it in the space that follows', () => {
  const isComplete = createJsonEnd();
  expect(isComplete(Buffer.from('\u{feff} {"a":[1]}'))).toBe(true);
  expect(isComplete(Buffer.from('\r\n'))).toBe(true);
});

test.each(['null', '"text"', '7', ' ', 'log line'])(
  'sees no end in %s, which is no object',
  (text) => {
    expect(createJsonEnd()(Buffer.from(text))).toBe(false);
  },
);
