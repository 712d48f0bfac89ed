const LONGEST = 6000;
const LONGEST_CLIENT_TEXT = 120;
/** Attachments in which the client repeats its own prompts and tool descriptions. */
const CLIENT_TEXTS = new Set([
  'agent_listing_delta',
  'deferred_tools_delta',
  'deferred_tools_record',
  'plan_mode',
  'prompt_snapshot',
  'session_context',
  'skill_listing',
]);

export type TranscriptLine = {
  type?: string;
  attachment?: { type: string };
  [field: string]: unknown;
};

/** Makes lines of JSON in which words are replaced and the client's own prompts are trimmed. */
export function createScrubber(
  replacements: Record<string, string>,
): (line: TranscriptLine) => string {
  const replaced = (text: string) =>
    Object.entries(replacements).reduce((result, [from, to]) => result.replaceAll(from, to), text);

  return (line) => {
    const longest = isClientText(line) ? LONGEST_CLIENT_TEXT : LONGEST;
    return `${JSON.stringify(mapStrings(line, (text) => cut(replaced(text), longest)))}\n`;
  };
}

function isClientText({ type, attachment }: TranscriptLine): boolean {
  if (type === 'api-request-shape' || type === 'api-request-blob') return true;
  return CLIENT_TEXTS.has(attachment?.type ?? '');
}

function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, 80)}…[trimmed ${text.length - 80} chars]`;
}

function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [change(key), mapStrings(item, change)]),
  );
}
