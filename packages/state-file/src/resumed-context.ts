import { isCompactBoundary, parseLine, readBackward, type Line } from '@carryover/transcript';

const BOUNDARY = Buffer.from('compact_boundary');

/**
 * What a resume brings back: `marked` with the marked text in it, `whole` the conversation from its
 * start, `summarised` only what stands after a compaction. Clients differ in what of a hook's text
 * they keep (2.1.332 does, 2.0.77 does not), so the transcript decides.
 */
export function resumedContext(
  transcript: string,
  mark: string,
): 'marked' | 'whole' | 'summarised' {
  // As it stands inside a JSON string.
  const bytes = Buffer.from(JSON.stringify(mark).slice(1, -1));
  let context: ReturnType<typeof resumedContext> = 'whole';
  readBackward(
    transcript,
    (line) => {
      if (includes(line, bytes)) context = 'marked';
      else if (isBoundary(line)) context = 'summarised';
      return context !== 'whole';
    },
    { holding: [bytes, BOUNDARY] },
  );
  return context;
}

/**
 * When the context was compacted last, ISO 8601, and how far into the transcript that stands, in bytes;
 * `undefined` where it was not compacted, or nobody wrote down when.
 */
export function lastCompaction(transcript: string): { at: string; offset: number } | undefined {
  let last: ReturnType<typeof lastCompaction>;
  readBackward(
    transcript,
    (line) => {
      if (!isBoundary(line)) return false;
      const entry = parseLine(line);
      if (typeof entry === 'object' && entry.timestamp !== undefined)
        last = { at: entry.timestamp, offset: line.offset };
      return true;
    },
    { holding: [BOUNDARY] },
  );
  return last;
}

function isBoundary(line: Line): boolean {
  if (!includes(line, BOUNDARY)) return false;
  const entry = parseLine(line);
  return typeof entry === 'object' && isCompactBoundary(entry) && entry.isSidechain !== true;
}

function includes({ bytes, start, end }: Line, wanted: Buffer): boolean {
  return bytes.subarray(start, end).includes(wanted);
}
