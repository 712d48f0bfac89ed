import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutLongStrings } from './cut-strings.ts';
import { isRecord } from './entry.ts';
import { emptyLine } from './line.ts';

function cut(json: string, maxBytes: number): Record<string, unknown> {
  const bytes = Buffer.from(`xx${json}yy`);
  const line = Object.assign(emptyLine(), { bytes, start: 2, end: bytes.length - 2 });
  const shorter = cutLongStrings(line, maxBytes);
  const value: unknown = JSON.parse((shorter ?? bytes.subarray(2, -2)).toString('utf8'));
  if (!isRecord(value)) throw new Error('not an object');
  return value;
}

test('cuts long strings to start and end, at words, and leaves the rest as it is', () => {
  const text = 'alpha beta '.repeat(200);
  const value = cut(
    JSON.stringify({ short: 'a "b" \\', long: text, list: [1, null, { x: text }] }),
    100,
  );
  expect(value).toMatchObject({ short: 'a "b" \\', list: [1, null, {}] });
  const long = String(value['long']);
  expect(long).toMatch(/^(alpha beta )+(alpha )?\[… \d+ bytes left out …\](beta )?(alpha beta )+$/);
  expect(Buffer.byteLength(long)).toBeLessThan(140);
});

test('keeps JSON whole whatever is in the strings', () => {
  const texts = fc.string({ unit: 'binary', maxLength: 400 });
  const spiced = fc.array(fc.constantFrom('\\', '"', '\n', '\u0001', ' ', '漢', '😀', 'word'), {
    maxLength: 300,
  });
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.string(),
        fc.oneof(
          texts,
          spiced.map((parts) => parts.join('')),
        ),
      ),
      fc.integer({ min: 8, max: 200 }),
      (value, maxBytes) => {
        const short = cut(JSON.stringify(value), maxBytes);
        expect(Object.keys(short)).toHaveLength(Object.keys(value).length);
        for (const text of Object.values(short)) {
          expect(String(text)).not.toContain('\uFFFD');
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('cuts text without spaces, as images are', () => {
  const { data } = cut(JSON.stringify({ data: 'QUJD'.repeat(10_000) }), 1_000);
  expect(String(data).length).toBeLessThan(1_100);
});
