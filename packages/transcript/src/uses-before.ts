import { toolUses } from './content-blocks.ts';
import type { TranscriptEntry } from './entry.ts';
import type { LinePosition } from './entry-reader.ts';
import { readBackward } from './read-backward.ts';
import { keptStringBytes } from './line-squeezer.ts';
import { parseLine } from './parse-line.ts';
import { classifyUserEntry } from './user-entry.ts';

/** A turn that goes on for longer leaves its oldest tool uses unknown. */
const mostBytes = 4 * 1024 * 1024;

/**
 * Hands out, in file order, the lines of the turn that was under way at `from`: tools that were used
 * before it may get their results after it.
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
      const user = classifyUserEntry(entry);
      if (user?.kind === 'prompt' && !user.isMidTurn) return true;
      const { offset, next } = line;
      if (toolUses(entry).length > 0 || user?.kind === 'tool-results') {
        lines.push([entry, { offset, next }]);
      }
      return false;
    },
    { from, limitBytes: mostBytes },
  );
  for (const [entry, position] of lines.toReversed()) take(entry, position);
}
