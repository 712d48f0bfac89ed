import { join } from 'node:path';
import { countTokens } from '@anthropic-ai/tokenizer';
import { testdir, workSession } from '@carryover/testing';
import { expect, test } from 'vitest';
import { condense, estimateTokens } from './condense.ts';

/** The tokenizer that Anthropic published; newer models count a little differently, as their API does. */
function error(text: string): number {
  return estimateTokens(text) / countTokens(text) - 1;
}

const english =
  'The reader takes one chunk after the other and cuts it into lines. A line that is torn at the end of the file is kept for the next pass, because the client may still be writing it. ';
const code = `export function spread(items: readonly Item[], count: number): Item[] {
  const step = (items.length - 1) / (count - 1);
  return items.filter((_, place) => places.has(place));
}
`;

test.each([
  ['English', english],
  ['code', code],
  [
    'Spanish',
    'El lector toma un trozo tras otro y lo corta en líneas, sin perder ninguna de ellas. ',
  ],
  [
    'German',
    'Der Leser nimmt ein Stück nach dem anderen und schneidet es in Zeilen, ohne eine zu verlieren. ',
  ],
  ['Chinese', '读取器逐块读取文件并将其切成行，不会丢失任何一行。'],
  ['Japanese', '読み取り器はファイルを少しずつ読み、行に分けます。一行も失いません。'],
])('the estimate of %s is within 35 % of a real tokenizer', (_language, text) => {
  expect(Math.abs(error(text.repeat(20)))).toBeLessThan(0.35);
});

test('the estimate of a digest is within 20 % of a real tokenizer', () => {
  using dir = testdir({ f: [...workSession({ prompts: 12, bytes: 1_000_000 })].join('') });
  const digest = condense(join(dir.path, 'f'));
  if (!digest.ok) throw new Error(digest.message);
  expect(Math.abs(error(digest.text))).toBeLessThan(0.2);
});
