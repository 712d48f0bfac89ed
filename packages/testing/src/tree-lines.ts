type Fields = Record<string, unknown>;

/** What a line of a generated tree is; numbers are those of other lines, lower ones as distances. */
export type TreeLine = {
  kind: TreeLineKind;
  /** The line is a second copy of that one, if it stands before. */
  copyOf: number | null;
  /** How many lines before it the parent stands; 0 is the line itself, 6 is none. */
  parent: number;
  reply: number;
  tool: number;
  source: number | null;
  kept: number[];
  time: number;
};

export const treeLineKinds = [
  'prompt',
  'reply',
  'tool',
  'result',
  'queued',
  'meta',
  'progress',
  'system',
  'boundary',
  'interruption',
  'team',
  'agent',
] as const;

export type TreeLineKind = (typeof treeLineKinds)[number];

/**
 * Not a session, but a tree of any shape: parents that are missing, later or the line itself, lines
 * that stand twice, results that name another source.
 */
export function treeLines(tree: readonly TreeLine[]): Fields[] {
  return tree.map((fields, number) => {
    const original = fields.copyOf === null ? undefined : tree[fields.copyOf];
    const isCopy = original !== undefined && fields.copyOf !== null && fields.copyOf < number;
    return isCopy ? treeLine(original, fields.copyOf ?? 0) : treeLine(fields, number);
  });
}

function treeLine(fields: TreeLine, number: number): Fields {
  const common = {
    uuid: `u${number}`,
    parentUuid: fields.parent === 6 ? null : `u${number - fields.parent}`,
    timestamp: `2026-11-01T12:00:0${fields.time}.000Z`,
    isSidechain: fields.kind === 'agent',
    sessionId: 's',
  };
  return { ...common, ...content(fields, number) };
}

function user(text: unknown, rest = {}): Fields {
  return { type: 'user', message: { role: 'user', content: text }, ...rest };
}

function content(fields: TreeLine, number: number): Fields {
  const reply = (block: Fields): Fields => ({
    type: 'assistant',
    message: { id: `msg_${fields.reply}`, role: 'assistant', content: [block] },
  });
  const tool = `t${fields.tool}`;
  const source = fields.source === null ? {} : { sourceToolAssistantUUID: `u${fields.source}` };
  const uuids = fields.kept.map((node) => `u${node}`);
  const preservedMessages = { anchorUuid: `u${number + 1}`, uuids };
  const contents: Record<TreeLineKind, Fields> = {
    prompt: user(`p${number}`),
    reply: reply({ type: 'text', text: 'x' }),
    tool: reply({ type: 'tool_use', id: tool, name: 'Bash', input: {} }),
    result: user([{ type: 'tool_result', tool_use_id: tool, content: 'x' }], source),
    queued: {
      type: 'attachment',
      attachment: { type: 'queued_command', commandMode: 'prompt', prompt: `q${number}` },
    },
    meta: user('meta', { isMeta: true }),
    progress: { type: 'progress' },
    system: { type: 'system' },
    boundary: {
      type: 'system',
      subtype: 'compact_boundary',
      parentUuid: null,
      compactMetadata: { trigger: 'auto', preTokens: 1, preservedMessages },
    },
    interruption: user([{ type: 'text', text: '[Request interrupted by user]' }]),
    team: user('team', { teamName: 't' }),
    agent: user(`a${number}`),
  };
  return contents[fields.kind];
}
