import { termsOf } from './terms.ts';

export type SummaryText = {
  /** By term, the stretches that have it: in one of them a thing would be mentioned as a whole. */
  stretchesOf: Map<string, number[]>;
  /** Whether a file is named, by the end of its path. */
  hasPath: (end: string) => boolean;
};

/** A fact is mentioned where one stretch of the summary has this part of its terms, by weight. */
const SHARE = 0.5;

/** Reads a summary once, for any number of questions. What its writer thought aloud does not count. */
export function readSummary(summary: string): SummaryText {
  const kept = summary.replace(/<analysis>[\s\S]*?<\/analysis>/g, '').normalize('NFC');
  const sentences = kept
    .split(/\n+|(?<=[.!?;])\s+|(?<=[。！？；])/)
    .map((sentence) => new Set(termsOf(sentence).map(({ key }) => key)));
  const stretchesOf = new Map<string, number[]>();
  for (const [index, terms] of sentences.entries()) {
    for (const term of new Set([...terms, ...(sentences[index + 1] ?? [])])) {
      const stretches = stretchesOf.get(term);
      if (stretches) stretches.push(index);
      else stretchesOf.set(term, [index]);
    }
  }
  const lower = kept.toLowerCase().replaceAll('\\', '/');
  return { stretchesOf, hasPath: (end) => hasPath(lower, end.normalize('NFC').toLowerCase()) };
}

/** `unclear` for a text without a word of its own. */
export function mentions({ stretchesOf }: SummaryText, text: string): 'yes' | 'no' | 'unclear' {
  const terms = termsOf(text);
  const whole = terms.reduce((sum, { weight }) => sum + weight, 0);
  if (whole === 0) return 'unclear';
  const found = new Map<number, number>();
  for (const { key, weight } of terms) {
    for (const stretch of stretchesOf.get(key) ?? [])
      found.set(stretch, (found.get(stretch) ?? 0) + weight);
  }
  return [...found.values()].some((sum) => sum / whole >= SHARE) ? 'yes' : 'no';
}

/** As a whole name: `store.js` is not named by `restore.js`, nor by `store.js.map`. */
function hasPath(text: string, end: string): boolean {
  for (let at = text.indexOf(end); at !== -1; at = text.indexOf(end, at + 1)) {
    const before = text[at - 1] ?? ' ';
    const after = text.slice(at + end.length, at + end.length + 2);
    if (!/[\p{L}\p{N}_.-]/u.test(before) && !/^(?:[\p{L}\p{N}_-]|\.[\p{L}\p{N}])/u.test(after))
      return true;
  }
  return false;
}
