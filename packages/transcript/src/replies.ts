import { contentBlocks, messageId, messageModel } from './content-blocks.ts';
import { isAssistantEntry, isSidechain, isSyntheticReply, type TranscriptEntry } from './entry.ts';
import type { TranscriptConsumer } from './entry-reader.ts';
import { lineRef, type LineRef } from './tool-calls.ts';
import { replyUsage } from './usage-tokens.ts';

/** One answer of the model, joined from all of its lines. */
export type Reply = {
  id: string;
  model: string | undefined;
  /** Its first line. */
  at: LineRef;
  /** Tokens in the context when it was asked for; 0 when it says nothing about that. */
  tokens: number;
  /** Tokens that it wrote. Old clients grew the figure from line to line: the largest one. */
  outputTokens: number;
  lines: number;
  toolUses: number;
  /** Characters of text, thinking left out. */
  textLength: number;
  /** Made up by the client, or failed. */
  isSynthetic: boolean;
};

/**
 * Joins the lines of a reply by `message.id`: never by neighbourhood, because results of its tools
 * stand between them. A line without an id is a reply of its own.
 */
export function createReplyJoiner(): TranscriptConsumer & { replies: () => Reply[] } {
  const replies = new Map<string, Reply>();
  return {
    entry(entry, position) {
      if (!isAssistantEntry(entry)) return;
      const id = messageId(entry) ?? entry.uuid ?? `line at ${position.offset}`;
      const key = isSidechain(entry) ? `agent ${id}` : id;
      const reply = replies.get(key) ?? newReply(id, entry, lineRef(entry, position));
      replies.set(key, reply);
      addLine(reply, entry);
    },
    replies: () => [...replies.values()],
  };
}

function newReply(id: string, entry: TranscriptEntry, at: LineRef): Reply {
  return {
    id,
    model: messageModel(entry),
    at,
    tokens: 0,
    outputTokens: 0,
    lines: 0,
    toolUses: 0,
    textLength: 0,
    isSynthetic: isSyntheticReply(entry),
  };
}

function addLine(reply: Reply, entry: TranscriptEntry): void {
  const usage = replyUsage(entry);
  reply.lines += 1;
  reply.tokens = Math.max(reply.tokens, usage?.tokens ?? 0);
  reply.outputTokens = Math.max(reply.outputTokens, usage?.outputTokens ?? 0);
  for (const block of contentBlocks(entry)) {
    if (block.type === 'tool_use') reply.toolUses += 1;
    if (block.type === 'text') reply.textLength += block.text.length;
  }
}
