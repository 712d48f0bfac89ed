/** The text up to `units` UTF-16 units, never ending in half a character. */
export function clip(text: string, units: number): string {
  if (text.length <= units) return text;
  const end = isHighSurrogate(text.charCodeAt(units - 2)) ? units - 2 : units - 1;
  return `${text.slice(0, Math.max(0, end))}…`;
}

/** The start of a text, up to a whole word. */
export function clipWords(text: string, units: number): string {
  return text.length <= units ? text : `${wholeStart(text, units - 1)}…`;
}

/** The start and the end of a text, in whole words: the command and its verdict, not what lies between. */
export function clipMiddle(text: string, units: number): string {
  if (text.length <= units) return text;
  const half = Math.floor((units - 3) / 2);
  return `${wholeStart(text, half)}\n…\n${wholeEnd(text, text.length - half)}`;
}

/** Half a secret is one that no rule knows. These letters make up keys and tokens. */
const OF_A_KEY = /[\w+/=.~-]/;

/** The text up to `limit` UTF-16 units at most, cut within no key and no character. */
export function wholeStart(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let end = limit;
  if (OF_A_KEY.test(text.charAt(end))) while (OF_A_KEY.test(text.charAt(end - 1))) end -= 1;
  if (end === 0) end = limit;
  return text.slice(0, isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end);
}

function wholeEnd(text: string, limit: number): string {
  let start = limit;
  if (OF_A_KEY.test(text.charAt(start - 1))) while (OF_A_KEY.test(text.charAt(start))) start += 1;
  if (start === text.length) start = limit;
  return text.slice(isLowSurrogate(text.charCodeAt(start)) ? start + 1 : start);
}

export function firstLine(text: string): string {
  return (
    text
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim() ?? ''
  );
}

/** All white space as single spaces: one fact, one line. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** `1 test`, `2 tests`. */
export function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
}

/**
 * Words of a transcript must not end the block that they are given in, nor steer the terminal that
 * shows them, nor make a request that the API refuses: half a character is none.
 */
export function neutral(text: string): string {
  return text
    .replace(/<(?=\/?(?:carryover-\w+|system-reminder)\b)/gi, '‹')
    .replaceAll('-->', '--›')
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .replace(/(?![\t\n])[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '');
}

/** How long ago that was, for people and models. */
export function ageText(createdAt: string, now: Date): string {
  const minutes = Math.max(0, Math.round((now.getTime() - Date.parse(createdAt)) / 60_000));
  if (minutes < 1) return 'just now';
  if (minutes < 90) return `${minutes} min ago`;
  return `${Math.round(minutes / 60)} h ago`;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
