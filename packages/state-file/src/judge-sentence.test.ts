import { expect, test } from 'vitest';
import { fitWeights } from '../bench/sentences/fit.ts';
import { packWeights } from '../bench/sentences/pack.ts';
import { scoreOf } from '../bench/sentences/score.ts';
import { FEATURES, sentencesToFit, writtenSentences } from '../bench/sentences/written.ts';
import { unpackWeights } from './judge-sentence.ts';
import { tellingSentences } from './sentence-kind.ts';
import { sentenceWeights } from './sentence-weights.ts';

test.each(['moments', 'public-talk'])(
  'tells what the messages of %s do, which no weight was fitted to',
  (author) => {
    const written = writtenSentences('held-out').get(author) ?? [];
    const score = scoreOf(written, (text) => tellingSentences(text).map(({ kind }) => kind));
    expect(written).toHaveLength(400);
    expect(score.constraints).toBeGreaterThanOrEqual(0.9);
    expect(score.decisions).toBeGreaterThanOrEqual(0.9);
    expect(score.neither).toBeGreaterThanOrEqual(0.9);
    expect(score.precision).toBeGreaterThanOrEqual(0.95);
  },
);

test('the weights are those of the sentences', { timeout: 120_000 }, () => {
  const weights = packWeights(fitWeights([...sentencesToFit().values()].flat(), FEATURES));
  // Versions of zlib compress the same bytes differently.
  expect(unpackWeights(weights)).toEqual(unpackWeights(sentenceWeights));
});

test('a message of 800,000 characters is judged by how its sentences begin', () => {
  const { user } = process.cpuUsage();
  const rule = `Never push to main, ${'whatever the others say, '.repeat(32_000)}`;
  expect(tellingSentences(rule)).toMatchObject([{ kind: 'constraint' }]);
  expect(process.cpuUsage().user - user).toBeLessThan(1_000_000);
});
