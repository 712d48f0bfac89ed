import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { contextUsage } from '@carryover/transcript';
import { transcriptsIn } from '../transcripts-in.ts';

/** How far the client's clock of the last reply may be off the transcript's, in seconds. */
const TOLERANCE_S = 30;
/** A fork is made of a session that was worked on lately; older ones are not looked at. */
const CANDIDATES = 20;

export type Parent = { session: string; transcript: string };

/**
 * The session that a fork was made of. The client does not name it, and the fork has no transcript yet
 * (2.1.332), but it tells how long ago the last reply was: the transcript beside the fork's whose last
 * reply is that old. `undefined` where none is, or more than one.
 */
export function parentOfFork(
  folder: string,
  { except, secondsSinceReply, now }: { except: string; secondsSinceReply: number; now: Date },
): Parent | undefined {
  const repliedAt = now.getTime() - secondsSinceReply * 1_000;
  const newestFirst = transcriptsIn(folder)
    .filter((path) => basename(path, '.jsonl') !== except)
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  const matching = newestFirst.slice(0, CANDIDATES).filter((path) => {
    const usage = contextUsage(path);
    const at = usage.ok && usage.at !== null ? Date.parse(usage.at) : Number.NaN;
    return Math.abs(at - repliedAt) <= TOLERANCE_S * 1_000;
  });
  const [transcript] = matching;
  if (transcript === undefined || matching.length > 1) return undefined;
  return { session: basename(transcript, '.jsonl'), transcript };
}
