/** A word or name by which a text can be recognised in other words. */
export type Term = { key: string; weight: number };

/** Names that somebody made up tell more than words of the language. */
const NAME_WEIGHT = 2;

/** What letters and digits are, in words and names. */
type Letters = Record<'token' | 'gap' | 'joint' | 'hump' | 'letter' | 'digit' | 'tag', RegExp>;

/** `\p{L}` has 650 ranges: to compile these patterns takes a process longer than to use them. */
const OF_ANY_SCRIPT: Letters = {
  // Letters and digits with what joins them inside a name: `src/a.ts`, `retry_queue`, `@scope/name`.
  token: /[\p{L}\p{N}_@#][\p{L}\p{M}\p{N}_@#./:-]*[\p{L}\p{M}\p{N}_]|[\p{L}\p{N}]/gu,
  gap: /[^\p{L}\p{M}\p{N}]+/u,
  joint: /[\p{L}\p{N}][_/.#@:][\p{L}\p{N}]/u,
  hump: /\p{Ll}\p{Lu}/u,
  letter: /\p{L}/u,
  digit: /\p{N}/u,
  tag: /^[#@][\p{L}\p{N}]/u,
};

/** The same where a text has no other letters. */
const OF_ASCII: Letters = {
  token: /[\w@#][\w@#./:-]*\w|[A-Za-z0-9]/g,
  gap: /[^A-Za-z0-9]+/,
  joint: /[A-Za-z0-9][_/.#@:][A-Za-z0-9]/,
  hump: /[a-z][A-Z]/,
  letter: /[A-Za-z]/,
  digit: /[0-9]/,
  tag: /^[#@][A-Za-z0-9]/,
};

/** The terms of a text, each once: names as they are, words without their endings, no common words. */
export function termsOf(text: string): Term[] {
  const letters = hasAsciiLetters(text) ? OF_ASCII : OF_ANY_SCRIPT;
  const terms = new Map<string, number>();
  for (const [token] of text.normalize('NFC').matchAll(letters.token)) {
    for (const { key, weight } of readToken(token, letters)) terms.set(key, weight);
  }
  return [...terms].map(([key, weight]) => ({ key, weight }));
}

/** The marks from U+2010 on, such as dashes and quotes, are in every other English text. */
function hasAsciiLetters(text: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return /^[\0-\x7F\u2010-\u2027]*$/.test(text);
}

/** Scripts without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

function readToken(token: string, letters: Letters): Term[] {
  if (letters !== OF_ASCII && UNSPACED.test(token)) return pairs(token);
  if (isName(token, letters)) return [{ key: lastPart(token), weight: NAME_WEIGHT }];
  return token.split(letters.gap).flatMap((word) => {
    const lower = word.toLowerCase();
    if (/^\d+$/.test(lower)) return [{ key: lower, weight: 1 }];
    if (lower.length < 3 || COMMON.has(lower)) return [];
    return [{ key: stem(lower), weight: 1 }];
  });
}

function isName(token: string, { joint, hump, letter, digit, tag }: Letters): boolean {
  if (/^https?:/.test(token)) return true;
  const isMixed = letter.test(token) && digit.test(token);
  return isMixed || joint.test(token) || hump.test(token) || tag.test(token);
}

/** A path is named by its end. */
function lastPart(name: string): string {
  return (name.split('/').findLast((part) => part !== '') ?? name).toLowerCase();
}

function pairs(token: string): Term[] {
  const letters = token.match(/[\p{L}\p{N}]/gu) ?? [];
  if (letters.length === 1) return [];
  return letters
    .slice(1)
    .map((letter, index) => ({ key: `${letters[index]}${letter}`, weight: 0.5 }));
}

/** Enough to see that "booked" and "booking" are one. */
function stem(word: string): string {
  const short = word
    .replace(/ies$/, 'y')
    .replace(/(?:ings?|edly|ed|es|ly|s)$/, '')
    .replace(/(.)\1$/, '$1')
    .replace(/[ey]$/, '');
  return short.length >= 3 ? short : word;
}

const COMMON = new Set(
  (
    'a about above after again all also always an and another any anyone anything are around as ask asked at ' +
    'back be because been before being below between both but by call can cannot code could day did do does ' +
    'doing done dont down each either else end error even ever every exit file files first fine for from get ' +
    'gets give given go goes going good great had has have having her here him his how if in instead into is ' +
    'it its just keep kind know last let lets like line lines look looks made make makes many may me mean mind ' +
    'more most much must my need needs never new next no none nor not nothing now of off ok okay old on once ' +
    'one only or other our out over own please put rather really right rule rules run said same say see set ' +
    'should since so some still such sure take task than thank thanks that the their them then there these ' +
    'they thing things think this those through to too two under until up us use used user uses using very via ' +
    'want wants was way we well were what when where which while who why will with within without work works ' +
    'would yes yet you your'
  ).split(' '),
);
