import { termsOf, type Term } from './terms.ts';

export type SummaryText = {
  /** The terms of each stretch in which a thing would be mentioned as a whole. */
  stretches: Set<string>[];
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
  const stretches = sentences.map(
    (terms, index) => new Set([...terms, ...(sentences[index + 1] ?? [])]),
  );
  const lower = kept.toLowerCase().replaceAll('\\', '/');
  return { stretches, hasPath: (end) => hasPath(lower, end.normalize('NFC').toLowerCase()) };
}

/** `unclear` for a text without a word of its own. */
export function mentions({ stretches }: SummaryText, text: string): 'yes' | 'no' | 'unclear' {
  const terms = termsOf(text);
  const whole = weigh(terms);
  if (whole === 0) return 'unclear';
  const isIn = (stretch: Set<string>): boolean =>
    weigh(terms.filter(({ key }) => stretch.has(key))) / whole >= SHARE;
  return stretches.some(isIn) ? 'yes' : 'no';
}

function weigh(terms: Term[]): number {
  return terms.reduce((sum, { weight }) => sum + weight, 0);
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
