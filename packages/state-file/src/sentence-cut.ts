import { wholeStart } from './text.ts';

/** Marks and blanks that still belong to the sentence that ended before them. */
const CLOSE = String.raw`["'()[\]{}«»‘’‚“”„‹›]`;
const SPACE = String.raw`[\t\u00a0 ]`;

/** One or more ends of a sentence, with all that belongs to them. */
const END = new RegExp(`[.!?](?:${CLOSE}*${SPACE}*([.!?]))*${CLOSE}*${SPACE}*`, 'g');

/** What the rules here are for: Latin-1 without the soft hyphen, and the punctuation that goes with it. */
const LATIN = /^[\t -~\u00a0-\u00ac\u00ae-\u00ff–—‘’‚“”„‹›…•]*$/;

// The letters of it by hand: the classes of Unicode take a millisecond each to compile.
const LOWER = 'a-zªµºß-öø-ÿ';
const UPPER = 'A-ZÀ-ÖØ-Þ';
const CASED = new RegExp(`[${LOWER}${UPPER}]`);
const CAPITAL = new RegExp(`^[${UPPER}]`);
const SMALL_NEXT = new RegExp(`^[^${LOWER}${UPPER}.!?]*[${LOWER}]`);

/**
 * UTF-16 units that the segmenter is given at once: twice as long a text takes it four times as long.
 */
const MAX_PIECE = 4_000;

let segmenter: Intl.Segmenter | undefined;

/**
 * The sentences of a line, as `Intl.Segmenter` cuts them. Making one takes 10 ms and more, so lines in
 * Latin letters are cut here, by the rules of Unicode (UAX #29, SB5 to SB11).
 */
export function sentencesIn(line: string): string[] {
  if (LATIN.test(line)) return cut(line);
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'sentence' });
  const sentences: string[] = [];
  for (let start = 0; start < line.length;) {
    const piece = wholeStart(line.slice(start), MAX_PIECE);
    const found = [...segmenter.segment(piece)].map(({ segment }) => segment);
    // The last one may go on in the next piece.
    if (start + piece.length < line.length && found.length > 1) found.pop();
    sentences.push(...found);
    start += found.join('').length;
  }
  return sentences;
}

function cut(line: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const { 0: ending, 1: last = ending[0], index } of line.matchAll(END)) {
    const end = index + ending.length;
    if (end === line.length || goesOn(line, end, last)) continue;
    sentences.push(line.slice(start, end));
    start = end;
  }
  if (start < line.length) sentences.push(line.slice(start));
  return sentences;
}

/** A number, an abbreviation, a list, or a sentence that goes on with a small letter. */
function goesOn(line: string, end: number, last: string | undefined): boolean {
  const rest = line.slice(end);
  if (/^[,:;\-–—]/.test(rest)) return true;
  if (last !== '.') return false;
  const isTight = line[end - 1] === '.';
  if (isTight && /^\d/.test(rest)) return true;
  if (isTight && CAPITAL.test(rest) && CASED.test(line.charAt(end - 2))) return true;
  return SMALL_NEXT.test(rest);
}
