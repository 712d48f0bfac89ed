/** How much of a clipped text is its start; the rest is its end, where the point often is. */
const headShare = 0.7;

/**
 * A text of at most `limit` UTF-16 units: start and end with a mark of what is between. Never cuts a
 * character in two.
 */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const mark = ` […${text.length - limit} more…] `;
  const room = limit - mark.length;
  if (room < 40) return `${wholeStart(text, Math.max(1, limit - 1))}…`;
  const head = Math.floor(room * headShare);
  return `${wholeStart(text, head)}${mark}${wholeEnd(text, room - head)}`;
}

/** The last lines of an output, white space at their ends cut: that is where the error is. */
export function lastLines(text: string, count: number, limit: number): string {
  const lines = text.trimEnd().split('\n').slice(-count);
  const joined = lines.map((line) => line.trimEnd()).join('\n');
  return joined.length <= limit ? joined : `…${wholeEnd(joined, limit - 1)}`;
}

/** One line: runs of white space become one blank. */
export function oneLine(text: string, limit: number): string {
  // Only so much is looked at: the text can have megabytes.
  return clip(
    text
      .slice(0, limit * 8)
      .replace(/\s+/g, ' ')
      .trim(),
    limit,
  );
}

const dataUrl = /data:([\w.+-]+\/[\w.+-]+);base64,[A-Za-z0-9+/=]{64,}/g;
const longRun = 400;

/** Names encoded bytes instead of copying them: they say nothing to a reader. */
export function withoutEncoded(text: string): string {
  if (text.length < 64) return text;
  const named = text.includes(';base64,')
    ? text.replace(dataUrl, (run, type: string) => `[${type}, ${run.length} characters]`)
    : text;
  return named.length < longRun ? named : withoutRuns(named);
}

/** By hand: a regular expression for long runs takes as long as parsing the whole transcript. */
function withoutRuns(text: string): string {
  let rest = '';
  let copied = 0;
  let start = 0;
  for (let index = 0; index <= text.length; index += 1) {
    if (index < text.length && isBase64(text.charCodeAt(index))) continue;
    if (index - start >= longRun) {
      rest += `${text.slice(copied, start)}[${index - start} encoded characters]`;
      copied = index;
    }
    start = index + 1;
  }
  return copied === 0 ? text : rest + text.slice(copied);
}

function isBase64(unit: number): boolean {
  return (
    (unit >= 0x61 && unit <= 0x7a) ||
    (unit >= 0x41 && unit <= 0x5a) ||
    (unit >= 0x2f && unit <= 0x39) ||
    unit === 0x2b ||
    unit === 0x3d
  );
}

function wholeStart(text: string, length: number): string {
  return isHighSurrogate(text, length - 1) ? text.slice(0, length - 1) : text.slice(0, length);
}

function wholeEnd(text: string, length: number): string {
  const start = text.length - length;
  return isHighSurrogate(text, start - 1) ? text.slice(start + 1) : text.slice(start);
}

function isHighSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xd800 && unit <= 0xdbff;
}
