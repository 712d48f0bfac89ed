import { messageId } from './content-blocks.ts';
import {
  isAttachmentEntry,
  isCompactBoundary,
  isRecord,
  isSidechain,
  isSyntheticReply,
  type TranscriptEntry,
} from './entry.ts';
import { keptByBoundary, type KeptMessages } from './kept-messages.ts';
import { classifyUserEntry } from './user-entry.ts';

/** What a line is in the tree, as bits. */
export const lineFlag = {
  user: 1,
  assistant: 2,
  queued: 4,
  meta: 8,
  /** Of a sub-agent or a teammate. */
  side: 16,
  summary: 32,
  toolResult: 64,
  boundary: 128,
  /** A slash command, its output, or a notice: nobody answers to it. */
  aside: 256,
  interruption: 512,
  /** Never the end of a conversation: old progress lines, briefings of forks. */
  passing: 1024,
} as const;

type Boundary = { logicalParent: string | undefined; kept: KeptMessages };

/**
 * The tree of a transcript in a few numbers per line, so that a file of 600 MB fits in memory. Nodes
 * are numbered in file order; a line with a known uuid takes the place of the older one.
 */
export type ThreadNodes = {
  uuids: string[];
  index: Map<string, number>;
  /** Numbers below -1 of parents that are not in the file. */
  missing: Map<string, number>;
  /** Node of the parent; -1 for a root. */
  parents: number[];
  flags: number[];
  times: string[];
  /** Number of the line in the file, which rises with the node but for uuids that came again. */
  places: number[];
  /** Number of the reply (`message.id`) that an assistant line belongs to; -1 for other lines. */
  replies: number[];
  /** Node of the assistant line that a tool result names as its source; -1 without. */
  sources: number[];
  /** Node of the line with this tool use; -1 when several replies have it. */
  toolUses: Map<string, number>;
  /** Ids of the tool uses that a line answers. */
  answers: Map<number, string[]>;
  /** Compactions of the main line, by node. */
  boundaries: Map<number, Boundary>;
};

export const noNode = -1;

/** Takes lines as they come; `finish` resolves parents that stand after their children. */
export function createThreadNodes(): {
  add: (entry: TranscriptEntry) => void;
  has: (uuid: string) => boolean;
  finish: () => ThreadNodes;
} {
  const nodes: ThreadNodes = {
    uuids: [],
    index: new Map(),
    missing: new Map(),
    parents: [],
    flags: [],
    times: [],
    places: [],
    replies: [],
    sources: [],
    toolUses: new Map(),
    answers: new Map(),
    boundaries: new Map(),
  };
  let lines = 0;
  const replyNumbers = new Map<string, number>();
  const pendingParents = new Map<number, string>();
  const pendingSources = new Map<number, string>();

  function link(list: number[], pending: Map<number, string>, node: number, uuid: unknown): void {
    const known = typeof uuid === 'string' ? nodes.index.get(uuid) : noNode;
    list[node] = known ?? noNode;
    pending.delete(node);
    if (known === undefined && typeof uuid === 'string') pending.set(node, uuid);
  }

  return {
    add(entry) {
      const { uuid } = entry;
      if (uuid === undefined) return;
      const node = nodes.index.get(uuid) ?? nodes.uuids.length;
      lines += 1;
      nodes.places[node] = lines;
      nodes.uuids[node] = uuid;
      nodes.index.set(uuid, node);
      // A writer that names no parents at all, unlike the client, means the line before.
      const parent = entry.parentUuid === undefined ? nodes.uuids[node - 1] : entry.parentUuid;
      link(nodes.parents, pendingParents, node, parent);
      link(nodes.sources, pendingSources, node, entry['sourceToolAssistantUUID']);
      nodes.flags[node] = flagsOf(entry);
      nodes.times[node] = entry.timestamp ?? '';
      const id = entry.type === 'assistant' ? messageId(entry) : undefined;
      nodes.replies[node] = id === undefined ? noNode : numberOf(replyNumbers, id);
      addTools(nodes, node, entry);
      if (isCompactBoundary(entry) && !isSidechain(entry)) {
        const logical = entry['logicalParentUuid'];
        const logicalParent = typeof logical === 'string' ? logical : undefined;
        nodes.boundaries.set(node, { logicalParent, kept: keptByBoundary(entry) });
      }
    },
    has: (uuid) => nodes.index.has(uuid),
    finish() {
      for (const [node, uuid] of pendingParents) {
        nodes.parents[node] = nodes.index.get(uuid) ?? missingNumber(nodes, uuid);
      }
      for (const [node, uuid] of pendingSources) {
        nodes.sources[node] = nodes.index.get(uuid) ?? noNode;
      }
      return nodes;
    },
  };
}

function flagsOf(entry: TranscriptEntry): number {
  let flags = 0;
  if (isSidechain(entry)) flags |= lineFlag.side;
  if (entry.isMeta === true) flags |= lineFlag.meta;
  if (isCompactBoundary(entry)) return flags | lineFlag.boundary;
  if (entry.type === 'assistant') {
    return flags | lineFlag.assistant | (isSyntheticReply(entry) ? lineFlag.aside : 0);
  }
  if (entry.type === 'progress') return flags | lineFlag.passing;
  if (isAttachmentEntry(entry)) {
    if (entry.attachment.type === 'queued_command') return flags | lineFlag.queued;
    return entry.attachment.type === 'fork_briefing' ? flags | lineFlag.passing : flags;
  }
  return entry.type === 'user' ? flags | lineFlag.user | userFlags(entry) : flags;
}

function userFlags(entry: TranscriptEntry): number {
  if (entry.isCompactSummary === true) return lineFlag.summary;
  if (rawBlocks(entry).some((block) => block['type'] === 'tool_result')) return lineFlag.toolResult;
  const kind = classifyUserEntry(entry)?.kind;
  if (kind === 'command' || kind === 'command-output') return lineFlag.aside;
  return kind === 'interruption' ? lineFlag.interruption : 0;
}

function addTools(nodes: ThreadNodes, node: number, entry: TranscriptEntry): void {
  const answered: string[] = [];
  for (const block of rawBlocks(entry)) {
    const { type, id, tool_use_id: answers } = block;
    if (type === 'tool_result') answered.push(typeof answers === 'string' ? answers : '');
    if (type !== 'tool_use' || entry.type !== 'assistant' || typeof id !== 'string') continue;
    const other = nodes.toolUses.get(id);
    const isSame = other === undefined || nodes.replies[other] === nodes.replies[node];
    nodes.toolUses.set(id, isSame ? node : noNode);
  }
  if (answered.length === 0) return;
  nodes.answers.set(node, answered);
  nodes.flags[node] = (nodes.flags[node] ?? 0) | lineFlag.toolResult;
}

/** The blocks as they are: only their ids are needed, and results can have megabytes. */
function rawBlocks(entry: TranscriptEntry): Record<string, unknown>[] {
  const content = isRecord(entry['message']) ? entry['message']['content'] : undefined;
  return Array.isArray(content) ? content.filter(isRecord) : [];
}

/** The number of a parent that is not in the file: below -1, one for each. */
export function missingNumber({ missing }: ThreadNodes, uuid: string): number {
  const known = missing.get(uuid) ?? -2 - missing.size;
  missing.set(uuid, known);
  return known;
}

function numberOf(numbers: Map<string, number>, id: string): number {
  const known = numbers.get(id);
  if (known !== undefined) return known;
  numbers.set(id, numbers.size);
  return numbers.size - 1;
}
