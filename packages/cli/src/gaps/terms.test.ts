import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { termsOf } from './terms.ts';

const keys = (text: string) => termsOf(text).map(({ key }) => key);

test('a text of ASCII has the terms that it has among letters of other scripts', () => {
  const words = [
    'retry_queue',
    'src/a.ts',
    'camelCase',
    '@scope/name',
    '#12',
    'node20',
    'The parsers',
  ];
  const piece = fc.oneof(
    fc.constantFrom(...words, ' ', '.', '-', '…', '—', '’'),
    fc.string({ maxLength: 6 }),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('');
      expect(keys(`${text} naïveté`)).toEqual([...keys(text), ...keys('naïveté')]);
    }),
    { numRuns: 2_000 },
  );
});
