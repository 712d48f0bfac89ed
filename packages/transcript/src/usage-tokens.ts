import { isAssistantEntry, isRecord, isSyntheticReply, type TranscriptEntry } from './entry.ts';

/**
 * Tokens in the context of one request: `input + cache creation + cache read`, output left out, as
 * `context_window.used_percentage` of the client's status line has it (code.claude.com/docs/en/statusline).
 * Top level only: it equals the last of `iterations`, which must not be summed. Anything that is not
 * a number counts 0.
 */
export function usageTokens(usage: unknown): number {
  if (!isRecord(usage)) return 0;
  const creation = isRecord(usage['cache_creation']) ? usage['cache_creation'] : {};
  // The top level was 0 beside filled parts before 2.1.152.
  const created = Math.max(
    tokenCount(usage['cache_creation_input_tokens']),
    tokenCount(creation['ephemeral_5m_input_tokens']) +
      tokenCount(creation['ephemeral_1h_input_tokens']),
  );
  return tokenCount(usage['input_tokens']) + created + tokenCount(usage['cache_read_input_tokens']);
}

export type ReplyUsage = {
  /** Tokens in the context when the reply was asked for. */
  tokens: number;
  /** Tokens of the reply, thinking included; a growing placeholder up to 2.1.97. */
  outputTokens: number;
  model: string | undefined;
};

/**
 * The usage of a reply; `undefined` for lines that say nothing about the context: those that the
 * client made up, failed or broken-off replies with zeros, replies without usage.
 */
export function replyUsage(entry: TranscriptEntry): ReplyUsage | undefined {
  if (!isAssistantEntry(entry) || isSyntheticReply(entry)) return undefined;
  const { usage, model } = entry.message;
  const tokens = usageTokens(usage);
  if (tokens <= 0 || !isRecord(usage)) return undefined;
  return {
    tokens,
    outputTokens: tokenCount(usage['output_tokens']),
    model: typeof model === 'string' ? model : undefined,
  };
}

/** No window is near this: larger figures are damage. Tokens. */
const mostTokens = 100_000_000;

/** A number of tokens; 0 for anything that cannot be one. */
export function tokenCount(value: unknown): number {
  return typeof value === 'number' && value > 0 && value <= mostTokens ? value : 0;
}
