import type { SentenceKind } from '../../src/judge-sentence.ts';
import { sentenceFeatures } from '../../src/sentence-features.ts';
import type { WrittenSentence } from './written.ts';

/** By kind, what a feature adds to the score of a sentence that has it; doing neither has 0. */
export type Weight = Record<SentenceKind, number>;
export type Fitted = { bias: Weight; of: Map<number, Weight> };

const CLASSES: readonly (SentenceKind | undefined)[] = ['constraint', 'decision', undefined];
const [EPOCHS, RATE, DECAY] = [12, 0.2, 1e-5];

type Sample = { features: number[]; target: number };

/**
 * The weights that tell best what the sentences do, for at most `limit` features, each of which is seen
 * at least twice. The same sentences give the same weights.
 */
export function fitWeights(sentences: WrittenSentence[], limit: number): Fitted {
  const samples = sentences.map(({ kind, text }) => ({
    features: sentenceFeatures(text),
    target: CLASSES.indexOf(kind),
  }));
  const counts = new Map<number, number>();
  for (const { features } of samples) {
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  }
  const seenTwice = [...counts.keys()].filter((feature) => (counts.get(feature) ?? 0) > 1);
  const all = descend(samples, seenTwice);
  const worth = ([feature, { constraint, decision }]: [number, Weight]): number =>
    Math.max(Math.abs(constraint), Math.abs(decision)) * Math.sqrt(counts.get(feature) ?? 0);
  const best = [...all.of].toSorted((one, other) => worth(other) - worth(one)).slice(0, limit);
  return descend(
    samples,
    best.map(([feature]) => feature),
  );
}

/** Logistic regression over three classes by stochastic descent with Adagrad's step sizes. */
function descend(samples: Sample[], known: number[]): Fitted {
  const places = new Map(known.map((feature, place) => [feature, place]));
  const bias = known.length;
  const rows = samples.map(({ features, target }) => {
    const own = features.flatMap((feature) => places.get(feature) ?? []);
    return { target, scale: 1 / Math.sqrt(own.length + 1), places: own };
  });
  const weights = CLASSES.map(() => new Float64Array(bias + 1));
  const squares = CLASSES.map(() => new Float64Array(bias + 1).fill(1e-8));
  const step = (kind: number, place: number, gradient: number): void => {
    const [values, sums] = [weights[kind], squares[kind]];
    if (!values || !sums) return;
    sums[place] = (sums[place] ?? 0) + gradient * gradient;
    values[place] = (values[place] ?? 0) - (RATE * gradient) / Math.sqrt(sums[place] ?? 1);
  };
  const random = generator();
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    shuffle(rows, random);
    for (const row of rows) {
      const scores = weights.map((values) =>
        row.places.reduce(
          (sum, place) => sum + (values[place] ?? 0) * row.scale,
          values[bias] ?? 0,
        ),
      );
      const powers = scores.map((score) => Math.exp(score - Math.max(...scores)));
      const sum = powers.reduce((one, other) => one + other);
      for (const [kind, power] of powers.entries()) {
        const error = power / sum - (row.target === kind ? 1 : 0);
        for (const place of row.places)
          step(kind, place, error * row.scale + DECAY * (weights[kind]?.[place] ?? 0));
        step(kind, bias, error);
      }
    }
  }
  const at = (place: number): Weight => {
    const [constraint, decision, neither] = weights.map((values) => values[place] ?? 0);
    return {
      constraint: (constraint ?? 0) - (neither ?? 0),
      decision: (decision ?? 0) - (neither ?? 0),
    };
  };
  return { bias: at(bias), of: new Map(known.map((feature, place) => [feature, at(place)])) };
}

/** A linear congruential generator: the same order in every run. */
function generator(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function shuffle(items: unknown[], random: () => number): void {
  for (let place = items.length - 1; place > 0; place -= 1) {
    const other = Math.floor(random() * (place + 1));
    const [one, two] = [items[place], items[other]];
    if (one !== undefined && two !== undefined) [items[place], items[other]] = [two, one];
  }
}
