import { cutLongStrings } from './cut-strings.ts';
import { toEntry, type TranscriptEntry } from './entry.ts';
import type { Line } from './line.ts';

/** The entry of a line, or why there is none. */
export function parseLine(
  line: Line,
  maxStringBytes = Infinity,
): TranscriptEntry | 'damaged' | 'not-an-object' {
  try {
    return toEntry(JSON.parse(decode(line, maxStringBytes))) ?? 'not-an-object';
  } catch {
    return 'damaged';
  }
}

/** The entries of a line: two, where a line feed got lost between them. */
export function parseEntries(
  line: Line,
  maxStringBytes = Infinity,
): TranscriptEntry[] | 'damaged' | 'not-an-object' {
  const entry = parseLine(line, maxStringBytes);
  if (entry !== 'damaged') return typeof entry === 'string' ? entry : [entry];
  return parseSeveral(decode(line, maxStringBytes)) ?? entry;
}

function decode(line: Line, maxStringBytes: number): string {
  const cut = cutLongStrings(line, maxStringBytes);
  return cut?.toString('utf8') ?? line.bytes.toString('utf8', line.start, line.end);
}

/** Objects one after the other; `undefined` unless all of them can be read. */
function parseSeveral(text: string): TranscriptEntry[] | undefined {
  const entries: TranscriptEntry[] = [];
  let start = 0;
  for (let end = objectEnd(text, start); end !== undefined; end = objectEnd(text, start)) {
    try {
      const entry = toEntry(JSON.parse(text.slice(start, end)));
      if (entry === undefined) return undefined;
      entries.push(entry);
    } catch {
      return undefined;
    }
    start = end;
  }
  return text.slice(start).trim() === '' && entries.length > 0 ? entries : undefined;
}

const structure = /"(?:[^"\\]|\\.)*"|[{}]/gs;

/** Where the object that starts at `start` ends; braces in strings do not count. */
function objectEnd(text: string, start: number): number | undefined {
  structure.lastIndex = start;
  let depth = 0;
  for (let found = structure.exec(text); found !== null; found = structure.exec(text)) {
    if (found[0] === '{') depth += 1;
    if (found[0] === '}') depth -= 1;
    if (depth === 0) return found[0] === '}' ? structure.lastIndex : undefined;
  }
  return undefined;
}
