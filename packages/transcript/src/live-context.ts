import { relinkKept } from './relink-kept.ts';
import { byTime, linesBeside } from './reply-lines.ts';
import { lineFlag, noNode, type ThreadNodes } from './thread-nodes.ts';

const message = lineFlag.user | lineFlag.assistant;

/**
 * The lines that the model sees, as nodes in that order: along the parents of the last message, what
 * a compaction kept included; with the other lines of each reply and the results of its tools; and
 * input that waits for the model. Agrees with `getSessionMessages` of the Agent SDK 0.3.333 (tested).
 */
export function liveContext(nodes: ThreadNodes): number[] {
  const parents = relinkKept(nodes);
  const leaf = findLeaf(nodes, parents);
  if (leaf === noNode) return [];
  const chain = chainTo(parents, leaf);
  const beside = linesBeside(nodes, parents, chain);
  const lines = chain.flatMap((node) => [node, ...(beside.get(node) ?? [])]);
  const waiting = waitingInput(nodes, parents, leaf, new Set(lines));
  const isHeard = heardInput(nodes, lines);
  return [...lines.filter(isHeard), ...waiting].filter((node) => {
    const flags = nodes.flags[node] ?? 0;
    return (flags & (message | lineFlag.queued)) !== 0 && (flags & lineFlag.side) === 0;
  });
}

/** The last message of the newest line that nothing of the main line hangs on. */
function findLeaf(nodes: ThreadNodes, parents: Int32Array): number {
  const excluded = lineFlag.side | lineFlag.passing;
  const hasChild = new Set<number>();
  for (const [node, parent] of parents.entries()) {
    if (((nodes.flags[node] ?? 0) & excluded) === 0) hasChild.add(parent);
  }
  const seen = new Set<number>();
  for (const end of newestFirst(nodes)) {
    if (hasChild.has(end) || ((nodes.flags[end] ?? 0) & excluded) !== 0) continue;
    const last = lastMessage(nodes, parents, end, seen);
    if (last !== undefined) return last;
  }
  return findOddLeaf(nodes, parents);
}

/** The first message from `end` on upwards, unless another walk that shares `seen` was there. */
function lastMessage(
  nodes: ThreadNodes,
  parents: Int32Array,
  end: number,
  seen: Set<number>,
): number | undefined {
  for (let node = end; node >= 0 && !seen.has(node); node = parents[node] ?? noNode) {
    seen.add(node);
    if (((nodes.flags[node] ?? 0) & message) !== 0) return node;
  }
  return undefined;
}

/** Where every main line has something hung on it, as in a cycle: any end will do, ours first. */
function findOddLeaf(nodes: ThreadNodes, parents: Int32Array): number {
  const hasChild = new Set(parents);
  const found: number[] = [];
  const seen = new Set<number>();
  for (const end of newestFirst(nodes)) {
    if (hasChild.has(end)) continue;
    const last = lastMessage(nodes, parents, end, seen);
    if (last !== undefined) found.push(last);
  }
  const newest = found.toSorted((a, b) => (nodes.places[b] ?? 0) - (nodes.places[a] ?? 0));
  const foreign = lineFlag.side | lineFlag.meta;
  const own = newest.find((node) => ((nodes.flags[node] ?? 0) & foreign) === 0);
  return own ?? newest[0] ?? noNode;
}

function newestFirst({ places }: ThreadNodes): number[] {
  return [...places.keys()].toSorted((a, b) => (places[b] ?? 0) - (places[a] ?? 0));
}

/** From the root to `leaf`. Lines that are their own ancestor exist (changelog 2.1.30, 2.1.108). */
function chainTo(parents: Int32Array, leaf: number): number[] {
  const chain = new Set<number>();
  for (let node = leaf; node >= 0 && !chain.has(node); node = parents[node] ?? noNode) {
    chain.add(node);
  }
  return [...chain].toReversed();
}

/** Input typed after the last message, which nobody has answered yet; the oldest first. */
function waitingInput(
  nodes: ThreadNodes,
  parents: Int32Array,
  leaf: number,
  live: ReadonlySet<number>,
): number[] {
  const left = abandoned(nodes, live);
  const children = new Map<number, number[]>();
  for (const [node, flags] of nodes.flags.entries()) {
    if ((flags & message) !== 0) continue;
    for (const parent of new Set([parents[node], nodes.parents[node]])) {
      if (parent === undefined || parent < 0) continue;
      const list = children.get(parent) ?? [];
      children.set(parent, list);
      list.push(node);
    }
  }
  const waiting: number[] = [];
  const seen = new Set(live);
  const next = [leaf];
  for (let node = next.pop(); node !== undefined; node = next.pop()) {
    if (node !== leaf && seen.has(node)) continue;
    seen.add(node);
    const isQueued = ((nodes.flags[node] ?? 0) & lineFlag.queued) !== 0;
    if (isQueued && node !== leaf && !left.has(node)) waiting.push(node);
    for (const child of byTime(nodes, children.get(node) ?? []).toReversed()) next.push(child);
  }
  return waiting;
}

/** Lines that lead to a message which is not live: they belong to a branch that was left. */
function abandoned(nodes: ThreadNodes, live: ReadonlySet<number>): Set<number> {
  const left = new Set<number>();
  for (const [node, flags] of nodes.flags.entries()) {
    if ((flags & message) === 0 || (flags & lineFlag.side) !== 0 || live.has(node)) continue;
    let parent = nodes.parents[node] ?? noNode;
    while (parent >= 0 && !live.has(parent) && !left.has(parent)) {
      left.add(parent);
      parent = nodes.parents[parent] ?? noNode;
    }
  }
  return left;
}

/**
 * Input that was typed while the model worked counts where a reply follows it. Before a prompt it was
 * not delivered: the prompt has its text.
 */
function heardInput(nodes: ThreadNodes, lines: readonly number[]): (node: number) => boolean {
  const unheard = new Set<number>();
  let next: 'reply' | 'prompt' | undefined;
  const reply = lineFlag.assistant | lineFlag.toolResult | lineFlag.interruption;
  const noPrompt = lineFlag.meta | lineFlag.summary | lineFlag.aside;
  for (const node of lines.toReversed()) {
    const flags = nodes.flags[node] ?? 0;
    if ((flags & lineFlag.queued) !== 0 && next !== 'reply') unheard.add(node);
    if ((flags & reply) !== 0) next = 'reply';
    else if ((flags & lineFlag.user) !== 0 && (flags & noPrompt) === 0) next = 'prompt';
  }
  return (node) => !unheard.has(node);
}
