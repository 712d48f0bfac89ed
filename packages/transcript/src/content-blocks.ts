import { isRecord, type TranscriptEntry } from './entry.ts';

export type TextBlock = { type: 'text'; text: string };
export type ThinkingBlock = { type: 'thinking'; text: string };
export type ToolUse = {
  type: 'tool_use';
  /** Joins the use to its result. Empty when the line has none. */
  id: string;
  name: string;
  input: Record<string, unknown>;
};
export type ToolResult = {
  type: 'tool_result';
  /** The `id` of the tool use. Empty when the line has none. */
  toolUseId: string;
  isError: boolean;
  /** Text parts joined by line feeds; images and documents are named in brackets. */
  text: string;
};
/** An image or document: `bytes` is the decoded size, 0 when it is not in the line. */
export type MediaBlock = { type: 'media'; kind: string; mediaType: string; bytes: number };
export type OtherBlock = { type: 'other'; kind: string };

export type ContentBlock =
  | TextBlock
  | ThinkingBlock
  | ToolUse
  | ToolResult
  | MediaBlock
  | OtherBlock;

/**
 * The content of a message, whatever shape it has: a string is one text block, anything that is
 * neither string nor array is nothing, a damaged block is `other`.
 */
export function contentBlocks(entry: TranscriptEntry): ContentBlock[] {
  return isRecord(entry['message']) ? toBlocks(entry['message']['content']) : [];
}

export function toBlocks(content: unknown, depth = 0): ContentBlock[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.map((block) => toBlock(block, depth)) : [];
}

export function toolUses(entry: TranscriptEntry): ToolUse[] {
  return contentBlocks(entry).filter((block) => block.type === 'tool_use');
}

export function toolResults(entry: TranscriptEntry): ToolResult[] {
  return contentBlocks(entry).filter((block) => block.type === 'tool_result');
}

/** The text blocks of a message joined by line feeds, without thinking and tools. */
export function messageText(entry: TranscriptEntry): string {
  const texts: string[] = [];
  for (const block of contentBlocks(entry)) if (block.type === 'text') texts.push(block.text);
  return texts.join('\n');
}

/** `message.id`: one reply of the model is written as several lines that share it. */
export function messageId(entry: TranscriptEntry): string | undefined {
  const id = isRecord(entry['message']) ? entry['message']['id'] : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** The model that answered, as the API names it: never with the suffix `[1m]`. */
export function messageModel(entry: TranscriptEntry): string | undefined {
  const model = isRecord(entry['message']) ? entry['message']['model'] : undefined;
  return typeof model === 'string' ? model : undefined;
}

/** Results within results are read this deep: a hostile line must not exhaust the stack. */
const deepest = 100;

function toBlock(block: unknown, depth: number): ContentBlock {
  if (typeof block === 'string') return { type: 'text', text: block };
  if (!isRecord(block)) return { type: 'other', kind: block === null ? 'null' : typeof block };
  const kind = toText(block['type']);
  switch (kind) {
    case 'text':
      return { type: 'text', text: toText(block['text']) };
    case 'thinking':
      return { type: 'thinking', text: toText(block['thinking']) };
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return {
        type: 'tool_use',
        id: toText(block['id']),
        name: toText(block['name']),
        input: isRecord(block['input']) ? block['input'] : {},
      };
    case 'tool_result':
    case 'mcp_tool_result':
      return {
        type: 'tool_result',
        toolUseId: toText(block['tool_use_id']),
        isError: block['is_error'] === true,
        text: depth < deepest ? resultText(block['content'], depth + 1) : '',
      };
    case 'image':
    case 'document':
      return toMedia(kind, block['source']);
    default:
      return { type: 'other', kind };
  }
}

function toMedia(kind: string, source: unknown): MediaBlock {
  const fields = isRecord(source) ? source : {};
  const data = toText(fields['data']);
  const mediaType = toText(fields['media_type']);
  // In a long line a part of it was left out, and counted.
  const note = /\[… (\d+) bytes left out(?: …)?\]/.exec(data);
  const length = data.length - (note?.[0].length ?? 0) + Number(note?.[1] ?? 0);
  return { type: 'media', kind, mediaType, bytes: Math.floor((length * 3) / 4) };
}

function resultText(content: unknown, depth: number): string {
  if (typeof content === 'string') return content;
  return toBlocks(isRecord(content) ? [content] : content, depth)
    .map(blockText)
    .join('\n');
}

/** A media block is named, never copied: its base64 would drown everything else. */
export function blockText(block: ContentBlock): string {
  if (block.type === 'tool_use') return `[${block.name}]`;
  if (block.type === 'other') return `[${block.kind}]`;
  if (block.type !== 'media') return block.text;
  return `[${[block.kind, block.mediaType].filter(Boolean).join(' ')}, ${block.bytes} bytes]`;
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
