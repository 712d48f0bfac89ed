import { messageText } from './content-blocks.ts';
import { resolveWindow, type WindowHints } from './context-window.ts';
import {
  isCompactBoundary,
  isRecord,
  isSidechain,
  type CompactBoundary,
  type TranscriptEntry,
} from './entry.ts';
import { parseLine } from './entry-reader.ts';
import type { Line } from './line.ts';
import type { ReadFailure } from './open-transcript.ts';
import { readBackward } from './read-backward.ts';
import { readHead } from './read-head.ts';
import { replyUsage, type ReplyUsage } from './usage-tokens.ts';

export type UsageTail = {
  ok: true;
  /** The newest reply of the main line that has a usage; older than `boundary` if there is one. */
  reply?: ReplyUsage | undefined;
  /** ISO 8601 time and byte offset of that reply. */
  at?: string | undefined;
  offset?: number | undefined;
  /** A compaction after which nobody has answered yet. */
  boundary?: { summaryTokens: number | undefined } | undefined;
  /** The most tokens that a reply of the same model was seen to use. */
  maxTokens: number;
};

export type UsageTailOptions = WindowHints & { agentFile?: boolean | undefined };

/** How far back to look for a proof of the large window, in bytes, where nothing else settles it. */
const observationBytes = 1024 * 1024;
const headBytes = 256 * 1024;

/** Finds the newest usage, from the end: 64 KB at first, doubling. */
export function readUsageTail(path: string, options: UsageTailOptions): UsageTail | ReadFailure {
  const tail: UsageTail = { ok: true, maxTokens: 0 };
  let summaryTokens: number | undefined;
  let end = 0;

  function visit(line: Line): boolean {
    end = Math.max(end, line.next);
    const isFar = end - line.offset > observationBytes;
    if (isFar && (tail.reply !== undefined || tail.boundary !== undefined)) return true;
    const entry = parseRelevant(line);
    if (entry === undefined || (!options.agentFile && isSidechain(entry))) return false;
    if (entry.isCompactSummary === true) summaryTokens ??= estimateTokens(messageText(entry));
    if (isCompactBoundary(entry) && tail.reply === undefined) {
      tail.boundary ??= { summaryTokens: postTokens(entry) ?? summaryTokens };
      return false;
    }
    const usage = replyUsage(entry);
    if (usage === undefined) return false;
    if (tail.reply === undefined) {
      tail.reply = usage;
      tail.at = entry.timestamp;
      tail.offset = line.offset;
    }
    if (usage.model === tail.reply.model) tail.maxTokens = Math.max(tail.maxTokens, usage.tokens);
    return isSettled(tail, options);
  }

  const result = readBackward(path, visit);
  return result.ok ? tail : result;
}

/** The first reply of the main line; `undefined` when it is not within the first 256 KB. */
export function readFirstReply(path: string, options: UsageTailOptions): ReplyUsage | undefined {
  let first: ReplyUsage | undefined;
  readHead(path, headBytes, (line) => {
    const entry = parseRelevant(line);
    if (entry === undefined || (!options.agentFile && isSidechain(entry))) return false;
    first = replyUsage(entry);
    return first !== undefined;
  });
  return first;
}

/**
 * Only lines with one of these bytes are parsed. Sound for what the client writes: quotes inside
 * strings are escaped, and `JSON.stringify` never escapes a letter.
 */
const probes = ['"usage"', '"compact_boundary"', '"isCompactSummary"'].map((text) =>
  Buffer.from(text),
);

function parseRelevant(line: Line): TranscriptEntry | undefined {
  const bytes = line.bytes.subarray(line.start, line.end);
  if (!probes.some((probe) => bytes.includes(probe))) return undefined;
  const entry = parseLine(line);
  return typeof entry === 'string' ? undefined : entry;
}

function isSettled(tail: UsageTail, options: UsageTailOptions): boolean {
  const { reply, maxTokens } = tail;
  const tokens = tail.boundary === undefined ? reply?.tokens : undefined;
  return resolveWindow({ model: reply?.model, tokens, maxTokens }, options).confidence !== 'low';
}

/** Written from about 2.1.2xx on; counts the messages only, not system prompt, tools and memory. */
function postTokens(boundary: CompactBoundary): number | undefined {
  const metadata = boundary['compactMetadata'];
  const tokens = isRecord(metadata) ? metadata['postTokens'] : undefined;
  return typeof tokens === 'number' && tokens > 0 ? tokens : undefined;
}

function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
