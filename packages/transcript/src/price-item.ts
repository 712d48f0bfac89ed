import type { DigestItem } from './digest-item.ts';

/** An item and what it costs, in tokens, roughly: exact figures need the rendered text. */
export type Priced = {
  item: DigestItem;
  whole: number;
  /** What stands in for the text where that does not fit; endless without one. */
  short: number;
  /** The first characters are counted one by one, because short cuts end there. */
  head: number;
  /** Tokens a character after them. */
  rate: number;
};

const headLength = 64;
const sampled = 400;

export function price(item: DigestItem): Priced {
  const { text } = item;
  const head = tokensOf(text.slice(0, headLength));
  const sample = text.slice(headLength, headLength + sampled);
  const rate = sample === '' ? 0 : tokensOf(sample) / sample.length;
  const whole = head + Math.max(0, text.length - headLength) * rate;
  const short = item.short === undefined ? Infinity : tokensOf(item.short);
  return { item, whole, short, head, rate };
}

/** How many characters of an item `tokens` pay for. */
export function lengthAt({ item, whole, head, rate }: Priced, tokens: number): number {
  const { text } = item;
  if (whole <= tokens) return text.length;
  if (head <= tokens) return headLength + Math.floor((tokens - head) / rate);
  let [length, left] = [0, tokens];
  for (const character of text) {
    left -= tokensOf(character);
    if (left < 0) break;
    length += character.length;
  }
  return length;
}

const wide = /[\u2E80-\u9FFF\uAC00-\uD7AF\uFF00-\uFFEF]/g;

/** Characters of the scripts of East Asia are about a token each, others a quarter of one. */
function tokensOf(text: string): number {
  const count = text.match(wide)?.length ?? 0;
  return (text.length + 3 * count) / 4;
}
