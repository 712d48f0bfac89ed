import { deflateRawSync } from 'node:zlib';
import { FAR, type PackedWeights } from '../../src/judge-sentence.ts';
import { writeBase91 } from './base91.ts';
import type { Fitted, Weight } from './fit.ts';

const LEVELS = 16;

/** Weights in four bits each: as the nearest of 16 levels, the first of which is 0. */
export function packWeights({ bias, of }: Fitted): PackedWeights {
  const levels = levelsOf(
    [...of.values()].flatMap(({ constraint, decision }) => [constraint, decision]),
  );
  const nearest = (weight: number): number =>
    levels.reduce(
      (best, level, place) =>
        Math.abs(level - weight) < Math.abs((levels[best] ?? 0) - weight) ? place : best,
      0,
    );
  const distances: number[] = [];
  const packedWeights: number[] = [];
  let before = 0;
  for (const [feature, { constraint, decision }] of [...of].toSorted(
    ([one], [other]) => one - other,
  )) {
    const packed = (nearest(constraint) << 4) | nearest(decision);
    if (packed === 0) continue;
    let distance = feature - before;
    for (; distance >= FAR; distance -= FAR) distances.push(FAR);
    distances.push(distance);
    packedWeights.push(packed);
    before = feature;
  }
  const bytes = Uint8Array.from([...distances, ...packedWeights]);
  return { bias: short(bias), levels, base91: writeBase91(deflateRawSync(bytes)) };
}

/** The means of 15 groups of like weights (k-means in one dimension), after 0. */
function levelsOf(weights: number[]): number[] {
  const sorted = weights.toSorted((one, other) => one - other);
  let means = Array.from(
    { length: LEVELS - 1 },
    (_, place) => sorted[Math.floor(((place + 0.5) * sorted.length) / (LEVELS - 1))] ?? 0,
  );
  for (let round = 0; round < 60; round += 1) {
    const groups = means.map(() => ({ sum: 0, count: 0 }));
    let place = 0;
    for (const weight of sorted) {
      while (gap(means, place + 1, weight) < gap(means, place, weight)) place += 1;
      const group = groups[place];
      if (group) {
        group.sum += weight;
        group.count += 1;
      }
    }
    means = groups.map(({ sum, count }, index) => (count > 0 ? sum / count : (means[index] ?? 0)));
  }
  return [0, ...means.map((mean) => Number(mean.toFixed(3)))];
}

function gap(means: number[], place: number, weight: number): number {
  return Math.abs((means[place] ?? Number.POSITIVE_INFINITY) - weight);
}

function short({ constraint, decision }: Weight): Weight {
  return { constraint: Number(constraint.toFixed(4)), decision: Number(decision.toFixed(4)) };
}
