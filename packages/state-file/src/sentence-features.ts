import { ruleKind } from './sentence-rules.ts';

/** Bits of a feature's number: few features of a language share one. */
export const FEATURE_BITS = 20;

/** Scripts without spaces between words. */
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff]/;
const WORD_OR_SIGN = /[\p{L}\p{N}']+|[^\s\p{L}\p{N}]/gu;
/** Longest run of words, and of characters where words are not told apart. */
const [MAX_WORDS, MAX_CHARACTERS] = [3, 4];
/** Characters of a sentence that are looked at: what binds or settles says so before. */
const MAX_SENTENCE = 1_000;
/** As many numbers stand for what the rules say, so that it weighs as much as many words. */
const RULE_FEATURES = 4;
/** Words at the start that count once more: how a sentence begins says most about what it does. */
const OPENING_WORDS = 3;

/**
 * What a sentence is judged by, as numbers: its words and signs, alone, in pairs and threes, where it
 * begins and ends, and what the rules say. In Chinese and Japanese runs of one to four characters. Letter
 * case, the shape of apostrophes, numbers and long signs without a space (addresses, paths, hashes) make no
 * difference.
 */
export function sentenceFeatures(sentence: string): number[] {
  const plain = sentence
    .slice(0, MAX_SENTENCE)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’`´]/g, "'")
    .replace(/[!-~]{16,}|\d+/g, '0')
    .replace(/\s+/g, ' ')
    .trim();
  const features = new Set<number>();
  if (UNSPACED.test(plain)) {
    addRuns(features, ['^', ...Array.from(plain), '$'], MAX_CHARACTERS, '');
  } else {
    const words = plain.match(WORD_OR_SIGN) ?? [];
    addRuns(features, ['^', ...words, '$'], MAX_WORDS, ' ');
    for (const word of words.slice(0, OPENING_WORDS)) features.add(numberOf(`^+${word}`));
  }
  const rule = ruleKind(sentence.slice(0, MAX_SENTENCE)) ?? 'none';
  for (let copy = 0; copy < RULE_FEATURES; copy += 1) features.add(numberOf(`=${rule} ${copy}`));
  return [...features];
}

function addRuns(features: Set<number>, parts: string[], longest: number, space: string): void {
  for (let start = 0; start < parts.length; start += 1) {
    let run = '';
    for (const part of parts.slice(start, start + longest)) {
      run = run === '' ? part : `${run}${space}${part}`;
      features.add(numberOf(run));
    }
  }
}

/** FNV-1a, folded. */
function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash ^ (hash >>> 15)) & ((1 << FEATURE_BITS) - 1);
}
