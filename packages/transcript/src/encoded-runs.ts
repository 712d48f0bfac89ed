/** From this many characters on, letters and digits without a break are encoded bytes, not a word. */
const longRun = 200;
/** Lines of base64 have 60 to 76 characters; shorter ones can be words or paths. */
const shortestLine = 48;

const dataUrl = /data:([\w.+-]+\/[\w.+-]+)?((?:;[\w.+-]+=[^;,\s"']*)*);base64,[\w+/=%-]{16,}/gi;

/**
 * Names encoded bytes instead of copying them, since they say nothing to a reader: base64 in both
 * alphabets, in one run or wrapped into lines, and data URLs.
 */
export function withoutEncoded(text: string): string {
  if (text.length < 64) return text;
  const named = text.includes(';base64,')
    ? text.replace(dataUrl, (run, type = 'data') => `[${type}, ${run.length} characters]`)
    : text;
  return named.length < longRun ? named : withoutRuns(named);
}

/** By hand: a regular expression for long runs takes as long as parsing the whole transcript. */
function withoutRuns(text: string): string {
  let rest = '';
  let copied = 0;
  for (let index = 0; index < text.length;) {
    const end = runEnd(text, index);
    if (end === index) {
      index += 1;
      continue;
    }
    const last = wrappedEnd(text, index, end);
    if (last - index >= longRun && /[A-Za-z0-9]/.test(text.slice(index, index + longRun))) {
      rest += `${text.slice(copied, index)}[${last - index} encoded characters]`;
      copied = last;
    }
    index = last;
  }
  return copied === 0 ? text : rest + text.slice(copied);
}

function runEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length && isBase64(text.charCodeAt(end))) end += 1;
  return end;
}

/** The end of a run that goes on in further lines of the same length, the last of them shorter. */
function wrappedEnd(text: string, start: number, firstEnd: number): number {
  const width = firstEnd - start;
  if (width < shortestLine) return firstEnd;
  let end = firstEnd;
  for (;;) {
    const next = nextLine(text, end);
    if (next === undefined) return end;
    const nextEnd = runEnd(text, next);
    const length = nextEnd - next;
    if (length === width && isLineEnd(text, nextEnd)) {
      end = nextEnd;
      continue;
    }
    // A short last line is told from a word by its length or its padding.
    const isLast = length <= width && (length >= 16 || text[nextEnd - 1] === '=');
    return isLast && isEnd(text, nextEnd) ? nextEnd : end;
  }
}

/** A line break, the indentation, and the line number that a file viewer puts first. */
const lineStart = /\r?\n[ \t]*(?:\d+[\t→])?/y;

/** Where the text of the following line starts; `undefined` inside a line. */
function nextLine(text: string, end: number): number | undefined {
  lineStart.lastIndex = end;
  return lineStart.test(text) ? lineStart.lastIndex : undefined;
}

function isLineEnd(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return index >= text.length || unit === 0x0a || unit === 0x0d;
}

/** After the last line there can be a quotation mark or the like. */
function isEnd(text: string, index: number): boolean {
  return isLineEnd(text, index) || /["'`<)]/.test(text.charAt(index));
}

/** Letters, digits, `+ / = - _`. */
function isBase64(unit: number): boolean {
  return (
    (unit >= 0x61 && unit <= 0x7a) ||
    (unit >= 0x41 && unit <= 0x5a) ||
    (unit >= 0x2f && unit <= 0x39) ||
    unit === 0x2b ||
    unit === 0x2d ||
    unit === 0x3d ||
    unit === 0x5f
  );
}
