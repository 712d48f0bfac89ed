/** Below this, in UTF-16 units, `JSON.parse` is quick whatever the text holds. */
export const WEIGHED_FROM = 2_000_000;

/** About 0.4 s of `JSON.parse` on a slow machine: 3,000,000 list entries, 1,000,000 brackets or 375,000 keys. */
export const MAX_WEIGHT = 3_000_000;

/**
 * What `JSON.parse` would have to build, roughly. Fifty million opening brackets keep V8 busy for over half
 * a minute, so a hook must look before it parses. Stops counting above `MAX_WEIGHT`.
 */
export function weighJson(text: string): number {
  let weight = 0;
  for (let at = 0; at < text.length && weight <= MAX_WEIGHT; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) at = endOfString(text, at + 1);
    else if (unit === COMMA) weight += 1;
    else if (unit === COLON) weight += 8;
    else if (unit === BRACKET || unit === BRACE) weight += 3;
  }
  return weight;
}

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BRACKET = 91;
const BACKSLASH = 92;
const BRACE = 123;

/** Where the string that starts here closes. `indexOf` is fast; only a string with escapes is walked. */
function endOfString(text: string, start: number): number {
  const quote = text.indexOf('"', start);
  if (quote < 0) return text.length;
  if (text.charCodeAt(quote - 1) !== BACKSLASH || quote === start) return quote;
  let at = start;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) return at;
    at += unit === BACKSLASH ? 2 : 1;
  }
  return at;
}
