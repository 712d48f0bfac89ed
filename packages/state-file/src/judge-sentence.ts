import { inflateRawSync } from 'node:zlib';
import { readBase91 } from './base91.ts';
import { FEATURE_BITS, sentenceFeatures } from './sentence-features.ts';
import { isNoStatement } from './sentence-rules.ts';
import { sentenceWeights } from './sentence-weights.ts';

/** What a sentence of the person does: it settles something, or it binds the agent from then on. */
export type SentenceKind = 'decision' | 'constraint';

/** How likely it is that a sentence binds or settles, 0 to 1; the rest is that it does neither. */
type Likelihood = Record<SentenceKind, number>;

/** The weights of a feature, as places in `levels`: four bits each. */
export type Weights = {
  bias: Record<SentenceKind, number>;
  levels: readonly number[];
  /** By the number of the feature; 0 for one that is not known, and the level 0 is 0. */
  of: Uint8Array;
};

/** From here on it is likelier to do something than nothing. */
const TELLS = 0.5;

let unpacked: Weights | undefined;

/** What a sentence does, `undefined` for one that asks, tells, thanks or gives work. */
export function judgeSentence(sentence: string): SentenceKind | undefined {
  unpacked ??= unpackWeights(sentenceWeights);
  return judgeBy(unpacked, sentence);
}

/** The same by other weights. */
export function judgeBy(weights: Weights, sentence: string): SentenceKind | undefined {
  if (isNoStatement(sentence)) return undefined;
  const { constraint, decision } = likelihood(weights, sentence);
  if (constraint + decision < TELLS) return undefined;
  return constraint >= decision ? 'constraint' : 'decision';
}

/** Logistic regression over three classes; doing neither has the score 0. */
function likelihood({ bias, levels, of }: Weights, sentence: string): Likelihood {
  let [constraint, decision, known] = [0, 0, 0];
  for (const feature of sentenceFeatures(sentence)) {
    const packed = of[feature] ?? 0;
    if (packed === 0) continue;
    known += 1;
    constraint += levels[packed >> 4] ?? 0;
    decision += levels[packed & 15] ?? 0;
  }
  const scale = 1 / Math.sqrt(known + 1);
  const binds = Math.exp(constraint * scale + bias.constraint);
  const settles = Math.exp(decision * scale + bias.decision);
  const sum = binds + settles + 1;
  return { constraint: binds / sum, decision: settles / sum };
}

/** The distances of the features from one to the next, then their weights: a byte each, compressed. */
export type PackedWeights = Omit<Weights, 'of'> & { base91: string };

/** Stands for 255 features on the way to the next one. */
export const FAR = 255;

/** Made once: a megabyte, most of which the system never touches. */
export function unpackWeights({ base91, bias, levels }: PackedWeights): Weights {
  const of = new Uint8Array(1 << FEATURE_BITS);
  const bytes = inflateRawSync(readBase91(base91));
  const features: number[] = [];
  let feature = 0;
  let index = 0;
  for (; index + features.length < bytes.length; index += 1) {
    const distance = bytes[index] ?? 0;
    feature += distance;
    if (distance < FAR) features.push(feature);
  }
  for (const [place, known] of features.entries()) of[known] = bytes[index + place] ?? 0;
  return { bias, levels, of };
}
