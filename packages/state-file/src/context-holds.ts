import { isCompactBoundary, parseLine, readBackward, type Line } from '@carryover/transcript';

const BOUNDARY = Buffer.from('compact_boundary');

/**
 * True when text with this mark is in the context that a resume brings back: somewhere after the
 * last compaction. Clients differ in what of a hook's text they keep, so the transcript decides.
 */
export function contextHolds(transcript: string, mark: string): boolean {
  // As it stands inside a JSON string.
  const bytes = Buffer.from(JSON.stringify(mark).slice(1, -1));
  let found = false;
  readBackward(transcript, (line) => {
    found = includes(line, bytes);
    return found || isBoundary(line);
  });
  return found;
}

function isBoundary(line: Line): boolean {
  if (!includes(line, BOUNDARY)) return false;
  const entry = parseLine(line);
  return typeof entry === 'object' && isCompactBoundary(entry) && entry.isSidechain !== true;
}

function includes({ bytes, start, end }: Line, wanted: Buffer): boolean {
  return bytes.subarray(start, end).includes(wanted);
}
