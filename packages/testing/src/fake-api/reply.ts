import type { ServerResponse } from 'node:http';
import type { Turn, Usage } from './script.ts';

type ReplyBlock =
  | { type: 'text'; text: string }
  | { type: 'thinking'; thinking: string; signature: string }
  | { type: 'tool_use'; id: string; name: string; input: Record<string, unknown> };

export type Reply = ReturnType<typeof buildReply>;

/** The Messages API's answer for a turn. `number` makes its ids unique. */
export function buildReply(turn: Turn, options: { model: string; usage: Usage; number: number }) {
  const content = blocks(turn, options.number);
  return {
    id: `msg_${padded(options.number)}`,
    type: 'message',
    role: 'assistant',
    model: options.model,
    content,
    stop_reason: turn.tools === undefined ? 'end_turn' : 'tool_use',
    stop_sequence: null,
    usage: {
      ...options.usage,
      cache_creation: {
        ephemeral_5m_input_tokens: options.usage.cache_creation_input_tokens,
        ephemeral_1h_input_tokens: 0,
      },
      service_tier: 'standard',
    },
  };
}

function blocks(turn: Turn, number: number): ReplyBlock[] {
  const found: ReplyBlock[] = [];
  if (turn.thinking !== undefined) {
    found.push({ type: 'thinking', thinking: turn.thinking, signature: 'bm90IHNpZ25lZA==' });
  }
  if (turn.text !== undefined) found.push({ type: 'text', text: turn.text });
  for (const [index, tool] of (turn.tools ?? []).entries()) {
    found.push({ type: 'tool_use', id: `toolu_${padded(number)}${index}`, ...tool });
  }
  return found;
}

function padded(number: number): string {
  return String(number).padStart(12, '0');
}

/** Sends a reply as server-sent events, each block in one piece. */
export function streamReply(response: ServerResponse, reply: Reply): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  const send = (type: string, fields: object) => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
  };
  const { content, stop_reason, ...message } = reply;
  send('message_start', {
    message: {
      ...message,
      content: [],
      stop_reason: null,
      usage: { ...reply.usage, output_tokens: 1 },
    },
  });
  for (const [index, block] of content.entries()) {
    const { start, deltas } = streamed(block);
    send('content_block_start', { index, content_block: start });
    for (const delta of deltas) send('content_block_delta', { index, delta });
    send('content_block_stop', { index });
  }
  send('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: reply.usage });
  send('message_stop', {});
  response.end();
}

function streamed(block: ReplyBlock): { start: object; deltas: object[] } {
  if (block.type === 'text') {
    return { start: { ...block, text: '' }, deltas: [{ type: 'text_delta', text: block.text }] };
  }
  if (block.type === 'thinking') {
    const { thinking, signature } = block;
    return {
      start: { ...block, thinking: '', signature: '' },
      deltas: [
        { type: 'thinking_delta', thinking },
        { type: 'signature_delta', signature },
      ],
    };
  }
  const input = JSON.stringify(block.input);
  return {
    start: { ...block, input: {} },
    deltas: [{ type: 'input_json_delta', partial_json: input }],
  };
}
