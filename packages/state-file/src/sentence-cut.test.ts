import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sentencesIn } from './sentence-cut.ts';

const oracle = new Intl.Segmenter('en', { granularity: 'sentence' });
const cutByIntl = (line: string): string[] =>
  [...oracle.segment(line)].map(({ segment }) => segment);

const piece = fc.constantFrom(
  ...'. ! ? ... ?! ." .) !\' , ; : - – — … " \' ( ) [ ] « » “ ” ’ • * _ / @ # & + = ~ ` < > | § ° ½ ² ª º × ß É é À ñ ¿ ¡'.split(
    ' ',
  ),
  ' ',
  '  ',
  '\t',
  '\u00a0',
  'a',
  'B',
  'word',
  'Word',
  'e.g',
  'U.S',
  'v1',
  '1',
  '10',
  'Ok',
  'file.ts',
  'd’accord',
);

test('cuts as Intl.Segmenter does, whatever stands in the line', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const line = pieces.join('');
      expect(sentencesIn(line)).toEqual(cutByIntl(line));
    }),
    { numRuns: 20_000 },
  );
});

test.each(['。', 'Не трогай. Никогда!', 'まず聞いて。次に進む。'])('leaves %s to it', (line) => {
  expect(sentencesIn(line)).toEqual(cutByIntl(line));
});

test('is quick on a long line in letters that are not Latin, and loses none of it', () => {
  const line = 'a → b. 次へ。'.repeat(20_000);
  const started = performance.now();
  expect(sentencesIn(line).join('')).toBe(line);
  expect(performance.now() - started).toBeLessThan(2_000);
});

test('is quick on lines that are made to slow it down', () => {
  for (const unit of ['. ', '.(', '. 1', 'a.', '.)" ']) {
    const line = unit.repeat(100_000);
    const started = performance.now();
    sentencesIn(line);
    expect(performance.now() - started).toBeLessThan(2_000);
  }
});
