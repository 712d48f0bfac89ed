import { messageText } from './content-blocks.ts';
import { resolveWindow, type WindowHints } from './context-window.ts';
import {
  asMainLine,
  isCompactBoundary,
  isRecord,
  isSidechain,
  type CompactBoundary,
  type TranscriptEntry,
} from './entry.ts';
import type { SkippedLine } from './entry-reader.ts';
import { keptStringBytes } from './line-squeezer.ts';
import { createLinesAfter } from './lines-after.ts';
import type { Line } from './line.ts';
import type { ReadFailure } from './open-transcript.ts';
import { parseEntries } from './parse-line.ts';
import { readBackward } from './read-backward.ts';
import { readHead } from './read-head.ts';
import { replyUsage, tokenCount, type ReplyUsage } from './usage-tokens.ts';

export type UsageTail = {
  ok: true;
  /** The newest reply of the main line that has a usage; older than `boundary` if there is one. */
  reply?: ReplyUsage | undefined;
  /** ISO 8601 time and byte offset of that reply. */
  at?: string | undefined;
  offset?: number | undefined;
  /** A compaction after which nobody has answered yet. Figures in tokens. */
  boundary?: { summaryTokens: number | undefined; preTokens: number | undefined } | undefined;
  /** The most tokens that a reply of the same model was seen to use. */
  maxTokens: number;
  /** True when the person has gone back to before the reply and nobody has answered since. */
  isStale: boolean;
  /** Lines after the reply that could not be read; `isReplyLost` when one of them may be a newer reply. */
  skipped: SkippedLine[];
  isReplyLost: boolean;
};

export type UsageTailOptions = WindowHints & { agentFile?: boolean | undefined };

/** How far back to look at replies for a proof of the large window, in bytes, where nothing else settles it. */
const observationBytes = 1024 * 1024;
/** How far back to look at compactions for it: they are found without parsing what is between. */
const boundaryBytes = 8 * 1024 * 1024;
const headBytes = 256 * 1024;
/** Lines up to this size are read, with their long strings cut. In bytes. */
const mostLineBytes = 64 * 1024 * 1024;

/** Finds the newest usage, from the end: 64 KB at first, doubling. */
export function readUsageTail(path: string, options: UsageTailOptions): UsageTail | ReadFailure {
  const tail: UsageTail = {
    ok: true,
    maxTokens: 0,
    isStale: false,
    skipped: [],
    isReplyLost: false,
  };
  const after = createLinesAfter();
  let summaryTokens: number | undefined;
  /** Tokens before a compaction whose model is not known yet. */
  let preTokens = 0;
  let end = 0;

  function visit(line: Line): boolean {
    end = Math.max(end, line.next);
    const distance = end - line.offset;
    const isFound = tail.reply !== undefined || tail.boundary !== undefined;
    if (isFound && distance > boundaryBytes) return true;
    if (isFound && distance > observationBytes && preTokens === 0 && !has(line, boundaryProbe)) {
      return false;
    }
    const isNear = distance <= observationBytes;
    const isWanted =
      (tail.reply === undefined && isNear) || probes.some((probe) => has(line, probe));
    if (!isWanted) return false;
    const entries = parseEntries(line, keptStringBytes);
    if (typeof entries === 'string') {
      if (tail.reply === undefined) skip(line, entries);
      return false;
    }
    return entries.toReversed().some((entry) => take(entry, line));
  }

  function skip(line: Line, reason: 'damaged' | 'not-an-object'): void {
    const isTorn = !line.terminated;
    const bytes = line.end - line.start;
    tail.skipped.push({ offset: line.offset, bytes, reason: isTorn ? 'torn' : reason });
    // A torn line is still being written: the figure is then one reply old, as a moment ago.
    if (!isTorn && has(line, probes[0])) tail.isReplyLost = true;
  }

  function take(original: TranscriptEntry, line: Line): boolean {
    const entry = options.agentFile ? asMainLine(original) : original;
    if (isSidechain(entry)) return false;
    if (entry.isCompactSummary === true) summaryTokens ??= estimateTokens(messageText(entry));
    if (isCompactBoundary(entry)) {
      preTokens = Math.max(preTokens, boundaryTokens(entry, 'preTokens') ?? 0);
      if (tail.reply !== undefined) return false;
      tail.boundary ??= {
        summaryTokens: boundaryTokens(entry, 'postTokens') ?? summaryTokens,
        preTokens: boundaryTokens(entry, 'preTokens'),
      };
      return false;
    }
    const usage = replyUsage(entry);
    if (usage === undefined) {
      if (tail.reply === undefined) after.add(entry);
      return false;
    }
    if (tail.reply === undefined) {
      tail.reply = usage;
      tail.at = entry.timestamp;
      tail.offset = line.offset;
      tail.isStale = tail.boundary === undefined && after.isElsewhere(entry);
    }
    if (usage.model === tail.reply.model) {
      tail.maxTokens = Math.max(tail.maxTokens, usage.tokens, preTokens);
    }
    preTokens = 0;
    return isSettled(tail, options);
  }

  const result = readBackward(path, visit, {
    maxLineBytes: mostLineBytes,
    onLongLine: (line) => {
      if (tail.reply !== undefined) return;
      tail.skipped.push({ ...line, reason: 'too-long' });
      tail.isReplyLost = true;
    },
  });
  if (!result.ok) return result;
  // A copy that begins with a compaction: nobody before it can have been of another model.
  tail.maxTokens = Math.max(tail.maxTokens, preTokens);
  return tail;
}

/** The first reply of the main line; `undefined` when it is not within the first 256 KB. */
export function readFirstReply(path: string, options: UsageTailOptions): ReplyUsage | undefined {
  let first: ReplyUsage | undefined;
  readHead(path, headBytes, (line) => {
    const entries = has(line, probes[0]) ? parseEntries(line) : [];
    if (typeof entries === 'string') return false;
    const own = options.agentFile ? entries.map(asMainLine) : entries;
    first = own
      .filter((entry) => !isSidechain(entry))
      .map(replyUsage)
      .find(Boolean);
    return first !== undefined;
  });
  return first;
}

/**
 * Behind the newest reply only lines with one of these bytes are parsed. Sound for what the client
 * writes: quotes inside strings are escaped, and `JSON.stringify` never escapes a letter.
 */
const boundaryProbe = Buffer.from('"compact_boundary"');
const probes = [Buffer.from('"usage"'), boundaryProbe, Buffer.from('"isCompactSummary"')] as const;

function has(line: Line, probe: Buffer): boolean {
  return line.bytes.subarray(line.start, line.end).includes(probe);
}

function isSettled(tail: UsageTail, options: UsageTailOptions): boolean {
  const { reply, maxTokens } = tail;
  const tokens = tail.boundary === undefined ? reply?.tokens : undefined;
  return resolveWindow({ model: reply?.model, tokens, maxTokens }, options).confidence !== 'low';
}

/** `postTokens` is written from about 2.1.2xx on and counts the messages only, not system prompt and tools. */
function boundaryTokens(
  boundary: CompactBoundary,
  field: 'preTokens' | 'postTokens',
): number | undefined {
  const metadata = boundary['compactMetadata'];
  const tokens = tokenCount(isRecord(metadata) ? metadata[field] : undefined);
  return tokens > 0 ? tokens : undefined;
}

function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
