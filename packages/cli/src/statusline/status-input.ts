import { stripBom } from '@carryover/hooks-runtime';
import { usageTokens } from '@carryover/transcript';
import { isRecord } from '../is-record.ts';

/** What of the client's status-line JSON matters here; absent fields are `undefined`. */
export type StatusInput = {
  session: string | undefined;
  transcript: string | undefined;
  /** Where the client was started. */
  folder: string | undefined;
  model: string | undefined;
  /** What the last request held and how much fits, in tokens; not before a first reply. */
  shown: { tokens: number; window: number } | undefined;
  /** All of it, for what is known of the window. */
  raw: Record<string, unknown>;
};

/** `undefined` for what is no JSON object. Clients before 2.0.70 tell nothing of the context. */
export function readStatusInput(text: string): StatusInput | undefined {
  const raw = parse(stripBom(text));
  if (!isRecord(raw)) return undefined;
  return {
    session: textIn(raw, 'session_id'),
    transcript: textIn(raw, 'transcript_path'),
    folder: textIn(raw['workspace'], 'project_dir') ?? textIn(raw, 'cwd'),
    model: textIn(raw['model'], 'id'),
    shown: shownUsage(raw['context_window']),
    raw,
  };
}

/** `current_usage` is `null` before the first reply and after a compaction (2.1.332). */
function shownUsage(contextWindow: unknown): StatusInput['shown'] {
  if (!isRecord(contextWindow)) return undefined;
  const tokens = usageTokens(contextWindow['current_usage']);
  const window = contextWindow['context_window_size'];
  return tokens > 0 && typeof window === 'number' && window > 0 ? { tokens, window } : undefined;
}

function textIn(value: unknown, field: string): string | undefined {
  const text = isRecord(value) ? value[field] : undefined;
  return typeof text === 'string' ? text : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
