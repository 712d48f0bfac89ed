import { compactionPoint } from './compaction-point.ts';
import {
  resolveWindow,
  type Confidence,
  type ContextWindow,
  type WindowHints,
  type WindowSource,
} from './context-window.ts';
import { isAgentPath } from './agent-path.ts';
import type { SkippedLine } from './entry-reader.ts';
import { isRecord } from './entry.ts';
import type { ReadFailure } from './open-transcript.ts';
import { readFirstReply, readUsageTail, type UsageTail } from './usage-tail.ts';
import { tokenCount } from './usage-tokens.ts';

export type ContextUsageOptions = WindowHints & {
  /** Whether this is the file of a sub-agent: its own lines count then. Default: by its name. */
  agentFile?: boolean | undefined;
};

/** How full the context is. Keys are always there; what is not known is `null`. */
export type ContextUsage = {
  ok: true;
  /**
   * `after-compaction`: the last figure is void and the next reply is not there yet. `no-reply`:
   * nobody has answered yet.
   */
  state: 'known' | 'after-compaction' | 'no-reply';
  /** Tokens in the context, output of the last reply left out. */
  tokens: number | null;
  /** Tokens. */
  window: number;
  /** 0 to 100, not rounded: for showing and for comparing with a threshold. */
  percent: number | null;
  /** The same without the limit: above 100 the window is wrong. */
  rawPercent: number | null;
  /** Where `tokens` is from: the newest reply, or `context_tokens` of a hook's input. */
  source: 'transcript' | 'hook' | null;
  windowSource: WindowSource;
  confidence: Confidence;
  /** When the reply was written, ISO 8601. */
  at: string | null;
  model: string | null;
  /** Bytes from the start of the file to the line of the reply. */
  offset: number | null;
  /**
   * Only after a compaction: what the next reply will probably report, in tokens. Size of the
   * summary plus the first request of the session (system prompt, tools, memory).
   */
  estimate: { tokens: number; percent: number } | null;
  /**
   * True when the person has gone back to before the reply and nobody has answered since: the context
   * is smaller than `tokens` says.
   */
  isStale: boolean;
  /** Lines after the reply that could not be read, with offset and reason. */
  skipped: SkippedLine[];
  /** Where automatic compaction is expected, in tokens; an estimate. `null` when it is off. */
  compactsAt: number | null;
};

/**
 * Reads how full the context is from the end of a transcript: a few milliseconds whatever its size.
 * Sub-agents, replies that the client made up, failed ones and zeros are passed over. A missing or
 * unreadable file is `{ ok: false, reason }`.
 */
export function contextUsage(
  path: string,
  options: ContextUsageOptions = {},
): ContextUsage | ReadFailure {
  const { agentFile = isAgentPath(path) } = options;
  const tail = readUsageTail(path, { ...options, agentFile });
  const fromHook = hookTokens(options.hook);
  if (!tail.ok && fromHook === undefined) return tail;
  const found: UsageTail = tail.ok
    ? tail
    : { ok: true, maxTokens: 0, isStale: false, skipped: [], isReplyLost: false };
  const { reply, boundary } = found;
  const isVoid = boundary !== undefined || reply === undefined;
  const tokens = isVoid ? fromHook : reply.tokens;
  const model = reply?.model;
  const window = resolveWindow({ model, tokens, maxTokens: found.maxTokens }, options);
  return {
    ok: true,
    state: stateOf(tokens, found),
    ...share(tokens, window, found.isReplyLost || found.isStale),
    source: tokens === undefined ? null : isVoid ? 'hook' : 'transcript',
    at: isVoid ? null : (found.at ?? null),
    model: model ?? null,
    offset: isVoid ? null : (found.offset ?? null),
    estimate:
      boundary && tokens === undefined
        ? estimate(path, boundary, window, { ...options, agentFile })
        : null,
    isStale: found.isStale,
    skipped: found.skipped,
    compactsAt: compactionPoint({ ...options, window: window.window, model }) ?? null,
  };
}

/** True from exactly `percent` (0 to 100) of the window on; false while the usage is unknown. */
export function isAtThreshold(usage: ContextUsage | ReadFailure, percent: number): boolean {
  return usage.ok && usage.rawPercent !== null && usage.rawPercent >= percent;
}

function stateOf(tokens: number | undefined, found: UsageTail): ContextUsage['state'] {
  if (tokens !== undefined) return 'known';
  return found.boundary ? 'after-compaction' : 'no-reply';
}

type Share = Pick<
  ContextUsage,
  'tokens' | 'window' | 'percent' | 'rawPercent' | 'windowSource' | 'confidence'
>;

function share(
  tokens: number | undefined,
  { window, source, confidence }: ContextWindow,
  isOld: boolean,
): Share {
  const base = { window, windowSource: source, confidence };
  if (tokens === undefined) return { ...base, tokens: null, percent: null, rawPercent: null };
  // Multiplied first: 58,000 of 200,000 is 29 then, and not 28.999999999999996.
  const rawPercent = (tokens * 100) / window;
  return {
    ...base,
    tokens,
    percent: Math.min(rawPercent, 100),
    rawPercent,
    confidence: rawPercent > 100 || isOld ? 'low' : confidence,
  };
}

/** `context_tokens` of SessionStart (resume, fork) and PreModelSwitch: with the last output. */
function hookTokens(hook: unknown): number | undefined {
  const tokens = isRecord(hook) ? hook['context_tokens'] : undefined;
  return tokenCount(tokens) || undefined;
}

function estimate(
  path: string,
  boundary: NonNullable<UsageTail['boundary']>,
  { window }: ContextWindow,
  options: ContextUsageOptions,
): ContextUsage['estimate'] {
  const first = readFirstReply(path, options);
  if (first === undefined || boundary.summaryTokens === undefined) return null;
  // A compaction makes the context smaller, whatever the session began with.
  const most = Math.min(boundary.preTokens ?? window, window);
  const tokens = Math.min(boundary.summaryTokens + first.tokens, most);
  return { tokens, percent: (tokens * 100) / window };
}
