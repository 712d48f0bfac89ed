import type { TranscriptEntry } from './entry.ts';
import type { LinePosition } from './entry-reader.ts';
import { readBackward } from './read-backward.ts';
import { keptStringBytes } from './line-squeezer.ts';
import { parseLine } from './parse-line.ts';
import { classifyUserEntry } from './user-entry.ts';

/** A turn that goes on for longer leaves its oldest lines unknown. */
const mostBytes = 4 * 1024 * 1024;

/**
 * Hands out, in file order, the lines of the turn that was under way at `from`: tools that were used
 * before it may get their results after it, and lines after it hang on its lines.
 */
export function readTurnBefore(
  path: string,
  from: number,
  take: (entry: TranscriptEntry, position: LinePosition) => void,
): void {
  const lines: [TranscriptEntry, LinePosition][] = [];
  readBackward(
    path,
    (line) => {
      const entry = parseLine(line, keptStringBytes);
      if (typeof entry === 'string') return false;
      const { offset, next } = line;
      lines.push([entry, { offset, next }]);
      const user = classifyUserEntry(entry);
      return user?.kind === 'prompt' && !user.isMidTurn;
    },
    { from, limitBytes: mostBytes },
  );
  for (const [entry, position] of lines.toReversed()) take(entry, position);
}
