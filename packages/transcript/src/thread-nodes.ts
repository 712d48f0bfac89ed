import { messageId } from './content-blocks.ts';
import {
  isAttachmentEntry,
  isCompactBoundary,
  isRecord,
  isSidechain,
  isSyntheticReply,
  type TranscriptEntry,
} from './entry.ts';
import { createIntList as intList, type IntList } from './int-list.ts';
import { keptByBoundary, type KeptMessages } from './kept-messages.ts';
import { createTextTable, type TextTable } from './text-table.ts';
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
  /** The uuid of each node, by its number. */
  uuids: TextTable;
  /** Numbers below -1 of parents that are not in the file. */
  missing: Map<string, number>;
  /** Node of the parent; -1 for a root. */
  parents: Int32Array;
  flags: Int32Array;
  /** ISO 8601 as it stands in the line; empty without one. */
  time: (node: number) => string;
  /** Number of the line in the file, which rises with the node but for uuids that came again. */
  places: Int32Array;
  /** Number of the reply (`message.id`) that an assistant line belongs to; -1 for other lines. */
  replies: Int32Array;
  /** Node of the assistant line that a tool result names as its source; -1 without. */
  sources: Int32Array;
  /** Numbers of the tool uses that a line answers. */
  answers: (node: number) => Int32Array;
  /** Node of the line with this tool use; -1 without one, and when several replies have it. */
  nodeOfUse: (use: number) => number;
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
  const uuids = createTextTable();
  /** Ids of replies and tool uses, and time stamps. */
  const texts = createTextTable();
  const [parents, sources, flags, places] = [intList(), intList(), intList(), intList()];
  const [times, replies] = [intList(), intList()];
  const missing = new Map<string, number>();
  /** By node: where its part of `answers` starts and ends. */
  const [answersFrom, answersTo, answers] = [intList(), intList(), intList()];
  /** By the number of the tool use: its node plus 1, or -1 when several replies have it. */
  const useNodes = intList();
  const boundaries = new Map<number, Boundary>();
  const pendingParents = new Map<number, string>();
  const pendingSources = new Map<number, string>();
  let lines = 0;

  function link(list: IntList, pending: Map<number, string>, node: number, uuid: unknown): void {
    const known = typeof uuid === 'string' ? uuids.find(uuid) : noNode;
    list.set(node, known ?? noNode);
    pending.delete(node);
    if (known === undefined && typeof uuid === 'string') pending.set(node, uuid);
  }

  function uuidBefore(node: number): string | undefined {
    return node > 0 ? uuids.at(node - 1) : undefined;
  }

  function addTools(node: number, entry: TranscriptEntry): void {
    const from = answers.size();
    for (const block of rawBlocks(entry)) {
      const { type, id, tool_use_id: answer } = block;
      if (type === 'tool_result') {
        answers.push(texts.add(typeof answer === 'string' ? answer : ''));
      }
      if (type !== 'tool_use' || entry.type !== 'assistant' || typeof id !== 'string') continue;
      const use = texts.add(id);
      const other = useNodes.at(use);
      const isSame = other === 0 || (other > 0 && replies.at(other - 1) === replies.at(node));
      useNodes.set(use, isSame ? node + 1 : noNode);
    }
    if (answers.size() === from) return;
    answersFrom.set(node, from);
    answersTo.set(node, answers.size());
    flags.set(node, flags.at(node) | lineFlag.toolResult);
  }

  return {
    add(entry) {
      const { uuid } = entry;
      if (uuid === undefined) return;
      const node = uuids.add(uuid);
      lines += 1;
      places.set(node, lines);
      // A writer that names no parents at all, unlike the client, means the line before.
      const parent = entry.parentUuid === undefined ? uuidBefore(node) : entry.parentUuid;
      link(parents, pendingParents, node, parent);
      link(sources, pendingSources, node, entry['sourceToolAssistantUUID']);
      flags.set(node, flagsOf(entry));
      times.set(node, texts.add(entry.timestamp ?? ''));
      const id = entry.type === 'assistant' ? messageId(entry) : undefined;
      replies.set(node, id === undefined ? noNode : texts.add(id));
      addTools(node, entry);
      if (isCompactBoundary(entry) && !isSidechain(entry)) {
        const logical = entry['logicalParentUuid'];
        const logicalParent = typeof logical === 'string' ? logical : undefined;
        boundaries.set(node, { logicalParent, kept: keptByBoundary(entry) });
      }
    },
    has: (uuid) => uuids.find(uuid) !== undefined,
    finish() {
      for (const [node, uuid] of pendingParents) {
        parents.set(node, uuids.find(uuid) ?? missingNumber({ missing }, uuid));
      }
      for (const [node, uuid] of pendingSources) {
        sources.set(node, uuids.find(uuid) ?? noNode);
      }
      const answered = answers.toArray();
      return {
        uuids,
        missing,
        parents: parents.toArray(),
        flags: flags.toArray(),
        time: (node) => texts.at(times.at(node)),
        places: places.toArray(),
        replies: replies.toArray(),
        sources: sources.toArray(),
        answers: (node) => answered.subarray(answersFrom.at(node), answersTo.at(node)),
        nodeOfUse: (use) => (useNodes.at(use) > 0 ? useNodes.at(use) - 1 : noNode),
        boundaries,
      };
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

/** The blocks as they are: only their ids are needed, and results can have megabytes. */
function rawBlocks(entry: TranscriptEntry): Record<string, unknown>[] {
  const content = isRecord(entry['message']) ? entry['message']['content'] : undefined;
  return Array.isArray(content) ? content.filter(isRecord) : [];
}

/** The number of a parent that is not in the file: below -1, one for each. */
export function missingNumber({ missing }: Pick<ThreadNodes, 'missing'>, uuid: string): number {
  const known = missing.get(uuid) ?? -2 - missing.size;
  missing.set(uuid, known);
  return known;
}
