import type { Line } from './line.ts';

const quote = 0x22;
const backslash = 0x5c;
const space = 0x20;

/** How far from where it should be a cut may be made, in bytes. */
const searchBytes = 512;

/** In bytes. More than a note takes: a cut makes a line shorter. */
const leastCut = 64;

/** For lines up to its size: a buffer for each line would have to be collected while somebody waits. */
let shared: Buffer | undefined;
const sharedBytes = 256 * 1024;

/**
 * The JSON of a line with each string of more than `maxBytes` cut to its start and end: decoding and
 * parsing what nobody reads is most of the cost of a transcript. `undefined` when nothing was cut.
 * The bytes are valid until the next call.
 */
export function cutLongStrings(line: Line, maxBytes: number): Buffer | undefined {
  const { bytes, start, end } = line;
  if (end - start <= maxBytes) return undefined;
  let shorter: Buffer | undefined;
  let length = 0;
  let kept = start;
  for (let open = bytes.indexOf(quote, start); open !== -1 && open < end;) {
    const close = closingQuote(bytes, open + 1, end);
    if (close === -1) break;
    if (close - open - 1 > maxBytes) {
      const half = Math.floor(maxBytes / 2);
      const from = safeCut(bytes, open + 1 + half, open + 1);
      const to = safeCut(bytes, close - half, from ?? close);
      if (from !== undefined && to !== undefined && to - from >= leastCut) {
        shorter ??= roomFor(end - start);
        length += bytes.copy(shorter, length, kept, from);
        length += shorter.write(`[… ${to - from} bytes left out …]`, length);
        kept = to;
      }
    }
    open = bytes.indexOf(quote, close + 1);
  }
  if (shorter === undefined) return undefined;
  length += bytes.copy(shorter, length, kept, end);
  return shorter.subarray(0, length);
}

function roomFor(bytes: number): Buffer {
  if (bytes > sharedBytes) return Buffer.allocUnsafe(bytes);
  return (shared ??= Buffer.allocUnsafe(sharedBytes));
}

function closingQuote(bytes: Buffer, from: number, end: number): number {
  for (let index = bytes.indexOf(quote, from); index !== -1 && index < end;) {
    if (!isEscaped(bytes, index)) return index;
    index = bytes.indexOf(quote, index + 1);
  }
  return -1;
}

function isEscaped(bytes: Buffer, index: number): boolean {
  let before = index - 1;
  while (bytes[before] === backslash) before -= 1;
  return (index - 1 - before) % 2 === 1;
}

/**
 * A place before `at` where no character, escape or word is cut in two: after a space, which is part
 * of none of them. In text without spaces, where nothing near is escaped.
 */
function safeCut(bytes: Buffer, at: number, lowest: number): number | undefined {
  const floor = Math.max(lowest, at - searchBytes);
  const found = bytes.lastIndexOf(space, at);
  if (found >= floor) return found + 1;
  for (let index = at; index > floor; index -= 1) {
    const isStart = ((bytes[index] ?? 0) & 0xc0) !== 0x80;
    if (isStart && !bytes.subarray(Math.max(0, index - 6), index).includes(backslash)) return index;
  }
  return undefined;
}
