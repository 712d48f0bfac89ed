import { withoutEncoded } from './encoded-runs.ts';

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

/** How much of a text is looked at before it is cut: enough to know encoded bytes from words. */
const searched = 4096;

/** The last lines of an output, white space at their ends cut: that is where the error is. */
export function lastLines(text: string, count: number, limit: number): string {
  const end = withoutEncoded(endOf(text, searched));
  const lines = end.trimEnd().split('\n').slice(-count);
  const joined = lines.map((line) => line.trimEnd()).join('\n');
  return joined.length <= limit ? joined : `…${wholeEnd(joined, limit - 1)}`;
}

/** One line: runs of white space become one blank, encoded bytes their name. */
export function oneLine(text: string, limit: number): string {
  // Only so much is looked at: the text can have megabytes.
  const start = startOf(text, Math.max(searched, limit * 8));
  return clip(withoutEncoded(start).replace(/\s+/g, ' ').trim(), limit);
}

/** Start and end of an output without encoded bytes, and whether more was there. */
export function ends(text: string): { text: string; isClipped: boolean } {
  if (text.length <= searched * 2) return { text: withoutEncoded(text), isClipped: false };
  const [start, end] = [startOf(text, searched), endOf(text, searched)];
  return { text: `${withoutEncoded(start)}\n…\n${withoutEncoded(end)}`, isClipped: true };
}

/** Cuts are made between lines where one ends near: a piece of a line of base64 looks like a word. */
const nearBy = 200;

function startOf(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = wholeStart(text, length);
  const feed = start.lastIndexOf('\n');
  return feed > length - nearBy ? start.slice(0, feed) : start;
}

function endOf(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = wholeEnd(text, length);
  const feed = end.indexOf('\n');
  return feed !== -1 && feed < nearBy ? end.slice(feed + 1) : end;
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
