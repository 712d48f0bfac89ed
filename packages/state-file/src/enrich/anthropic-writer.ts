import { clip, oneLine } from '../text.ts';
import { MAX_ANSWER_BYTES, type CallUsage, type Writer, type WriterReply } from './writer.ts';

export type AnthropicWriterOptions = {
  apiKey: string;
  /** Default: Anthropic's own. Never taken from the environment, which a project can set. */
  baseUrl?: string | undefined;
  /** US dollars for a million tokens, by model: the API does not tell what a call costs. */
  prices?: Record<string, { input: number; output: number }> | undefined;
};

const API = 'https://api.anthropic.com';
const MAX_OUTPUT_TOKENS = 8_192;

/** The Messages API with structured output. Whoever owns the key pays. */
export function anthropicWriter({ apiKey, baseUrl, prices }: AnthropicWriterOptions): Writer {
  return {
    name: 'anthropic',
    async ask({ model, instructions, document, schema, budgetMs, signal }) {
      if (model === undefined) return { kind: 'unavailable', detail: 'no model is set' };
      // Loaded here, so that whoever uses another writer does without it.
      const { Anthropic } = await import('@anthropic-ai/sdk');
      const { limit, clear } = startLimit(budgetMs, signal);
      const body = limitedFetch(limit);
      const client = new Anthropic({
        apiKey,
        authToken: null,
        webhookKey: null,
        baseURL: baseUrl ?? API,
        fetch: body.fetch,
        logLevel: 'off',
        maxRetries: 0,
        timeout: budgetMs,
      });
      try {
        const message = await client.messages.create(
          {
            model,
            max_tokens: MAX_OUTPUT_TOKENS,
            system: instructions,
            messages: [{ role: 'user', content: document }],
            output_config: { format: { type: 'json_schema', schema } },
          },
          { signal: limit },
        );
        const text = message.content
          .flatMap((block) => (block.type === 'text' ? [block.text] : []))
          .join('');
        const usage = usageOf(message.usage, prices?.[model]);
        const cut = message.stop_reason === 'end_turn' ? {} : { detail: `${message.stop_reason}` };
        return { kind: 'answer', text, usage, ...cut };
      } catch (error) {
        return failure(error, limit, body.isAnswering());
      } finally {
        clear();
      }
    },
  };
}

/** Not `AbortSignal.timeout`: joined by `AbortSignal.any`, Node 20 may collect it before it fires. */
function startLimit(budgetMs: number, signal: AbortSignal) {
  const aborter = new AbortController();
  const abort = (): void => aborter.abort();
  const timer = setTimeout(abort, budgetMs);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  const clear = (): void => {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  };
  return { limit: aborter.signal, clear };
}

type Counts = {
  input_tokens: number;
  output_tokens: number;
  cache_creation_input_tokens?: number | null;
  cache_read_input_tokens?: number | null;
};

function usageOf(counts: Counts, price?: { input: number; output: number }): CallUsage {
  const cached = (counts.cache_creation_input_tokens ?? 0) + (counts.cache_read_input_tokens ?? 0);
  const inputTokens = counts.input_tokens + cached;
  const outputTokens = counts.output_tokens;
  const costUsd = price && (inputTokens * price.input + outputTokens * price.output) / 1_000_000;
  return { inputTokens, outputTokens, costUsd };
}

/** Once the API has begun to answer the call is paid for, even if nothing of it can be used. */
function failure(error: unknown, limit: AbortSignal, isAnswering: boolean): WriterReply {
  const detail = clip(oneLine(error instanceof Error ? error.message : String(error)), 200);
  if (isAnswering) return { kind: 'answer', text: '', usage: {}, detail: `cut: ${detail}` };
  if (limit.aborted) return { kind: 'timeout', detail: 'no answer in its time' };
  return { kind: 'refused', detail };
}

/** Ends a body that is larger than any answer, and tells whether one had begun. */
function limitedFetch(limit: AbortSignal) {
  let answering = false;
  return {
    isAnswering: () => answering,
    fetch: async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
      const response = await fetch(url, { ...init, signal: limit, redirect: 'error' });
      answering = response.ok;
      let left = MAX_ANSWER_BYTES;
      const counter = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          left -= chunk.length;
          if (left < 0) controller.error(new Error('the answer is too long'));
          else controller.enqueue(chunk);
        },
      });
      return new Response(response.body?.pipeThrough(counter) ?? null, response);
    },
  };
}
