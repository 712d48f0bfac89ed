type Fields = Record<string, unknown>;

export type TranscriptBuilder = {
  /** Any line; `uuid` and `parentUuid` are filled in unless given. Returns the uuid. */
  line: (fields: Fields) => string;
  prompt: (content: unknown, fields?: Fields) => string;
  reply: (message: Fields, fields?: Fields) => string;
  /** A reply with one tool use. */
  toolUse: (id: string, name: string, input: Fields, fields?: Fields) => string;
  toolResult: (id: string, content: unknown, fields?: Fields & { isError?: boolean }) => string;
  boundary: (metadata?: Fields, fields?: Fields) => string;
  summary: (text: string, fields?: Fields) => string;
  /** The next line hangs on this uuid: a rewind, or a fork. */
  continueFrom: (uuid: string | null) => void;
  lines: () => string[];
  /** The file as the client writes it: one line each, LF at the end. */
  toString: () => string;
};

/** Builds a transcript in the shape that Claude Code 2.1.332 writes, line by line. */
export function transcriptBuilder(sessionId = 'session-1'): TranscriptBuilder {
  const lines: string[] = [];
  let parent: string | null = null;
  let count = 0;

  function line(fields: Fields): string {
    count += 1;
    const uuid = typeof fields['uuid'] === 'string' ? fields['uuid'] : `u${count}`;
    const timestamp = new Date(Date.UTC(2026, 10, 1, 12, 0, count)).toISOString();
    const common = { parentUuid: parent, isSidechain: false, timestamp, sessionId };
    lines.push(JSON.stringify({ ...common, version: '2.1.332', ...fields, uuid }));
    parent = uuid;
    return uuid;
  }

  const builder: TranscriptBuilder = {
    line,
    prompt: (content, fields = {}) =>
      line({ type: 'user', message: { role: 'user', content }, ...fields }),
    reply(message, fields = {}) {
      const id = `msg_${count + 1}`;
      return line({
        type: 'assistant',
        message: { id, type: 'message', role: 'assistant', content: [], ...message },
        ...fields,
      });
    },
    toolUse: (id, name, input, fields = {}) =>
      builder.reply({ content: [{ type: 'tool_use', id, name, input }] }, fields),
    toolResult(id, content, { isError, ...fields } = {}) {
      const block = { type: 'tool_result', tool_use_id: id, content };
      const result = isError ? { ...block, is_error: true } : block;
      const source = { sourceToolAssistantUUID: parent };
      return line({
        type: 'user',
        message: { role: 'user', content: [result] },
        ...source,
        ...fields,
      });
    },
    boundary(metadata = {}, fields = {}) {
      const compactMetadata = { trigger: 'auto', preTokens: 150_000, ...metadata };
      const content = 'Conversation compacted';
      const chain = { parentUuid: null, logicalParentUuid: parent };
      const kind = { type: 'system', subtype: 'compact_boundary' };
      return line({ ...chain, ...kind, content, compactMetadata, ...fields });
    },
    summary: (text, fields = {}) =>
      builder.prompt(text, { isCompactSummary: true, isVisibleInTranscriptOnly: true, ...fields }),
    continueFrom(uuid) {
      parent = uuid;
    },
    lines: () => [...lines],
    toString: () => lines.map((text) => `${text}\n`).join(''),
  };
  return builder;
}
