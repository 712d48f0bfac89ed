export const WRITERS = ['none', 'claude', 'anthropic', 'command'] as const;

export type WriterName = (typeof WRITERS)[number];

/** One call of a model. */
export type WriterRequest = {
  /** As the writer names it; `undefined` lets it choose. */
  model: string | undefined;
  /** What the model is to do; nothing of the session. */
  instructions: string;
  /** The session, in a fence. */
  document: string;
  /** JSON Schema of the answer. */
  schema: Record<string, unknown>;
  /** Wall time in ms. */
  budgetMs: number;
  /** Ends the call and all that it has started. */
  signal: AbortSignal;
};

/** What a call took, as far as the writer tells. */
export type CallUsage = {
  inputTokens?: number | undefined;
  outputTokens?: number | undefined;
  /** US dollars. */
  costUsd?: number | undefined;
};

export type WriterReply =
  /** The model said something, in whatever shape: it is paid for, and nobody else is asked. */
  | { kind: 'answer'; text: string; usage: CallUsage; detail?: string }
  /** Nothing was said: another model may be asked. */
  | { kind: 'refused' | 'timeout'; detail: string }
  /** No call was made, and none can be with these settings. */
  | { kind: 'unavailable'; detail: string };

export type Writer = {
  name: Exclude<WriterName, 'none'>;
  /** Makes one call, without retries. Never rejects. */
  ask: (request: WriterRequest) => Promise<WriterReply>;
};

/** Longest answer that is read, in bytes: 40 times what a narrative needs. */
export const MAX_ANSWER_BYTES = 1024 * 1024;
