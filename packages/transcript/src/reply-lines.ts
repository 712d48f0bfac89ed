import { lineFlag, noNode, type ThreadNodes } from './thread-nodes.ts';

/**
 * Lines beside a chain that belong to its replies: the other lines of a reply and the results of its
 * tools, because parallel tool calls fork the tree. By the node on the chain that they come after.
 */
export function linesBeside(
  nodes: ThreadNodes,
  parents: Int32Array,
  chain: readonly number[],
): Map<number, number[]> {
  const onChain = new Set(chain);
  const lastOfReply = new Map<number, number>();
  const answered = new Set<number>();
  for (const node of chain) {
    const reply = nodes.replies[node] ?? noNode;
    if (reply !== noNode) lastOfReply.set(reply, node);
    for (const id of nodes.answers(node)) answered.add(id);
  }
  const beside = new Map<number, number[]>();
  const results = resultsByReply(nodes, parents, onChain, lastOfReply);
  const others = linesByReply(nodes, onChain, lastOfReply);
  for (const [reply, last] of lastOfReply) {
    const { hung = [], linked = [] } = results.get(reply) ?? {};
    const taken = new Set<number>();
    for (const node of hung) for (const id of nodes.answers(node)) taken.add(id);
    for (const node of linked) {
      const ids = nodes.answers(node);
      // A copy of a result that is there already is not taken a second time.
      const isNew = (id: number): boolean => !answered.has(id) && !taken.has(id);
      if (!ids.some((id) => isNew(id) && replyOfUse(nodes, id) === reply)) continue;
      for (const id of ids) taken.add(id);
      hung.push(node);
    }
    const lines = [...byTime(nodes, others.get(reply) ?? []), ...byTime(nodes, hung)].filter(
      (node) => !onChain.has(node),
    );
    for (const node of lines) onChain.add(node);
    if (lines.length > 0) beside.set(last, lines);
  }
  return beside;
}

function linesByReply(
  nodes: ThreadNodes,
  onChain: ReadonlySet<number>,
  replies: ReadonlyMap<number, number>,
): Map<number, number[]> {
  const lines = new Map<number, number[]>();
  for (const [node, reply] of nodes.replies.entries()) {
    if (!replies.has(reply) || onChain.has(node)) continue;
    const list = lines.get(reply) ?? [];
    lines.set(reply, list);
    list.push(node);
  }
  return lines;
}

type Results = {
  /** Hung on a line of the reply. */
  hung: number[];
  /** Hung elsewhere, but naming the reply or one of its tool uses. */
  linked: number[];
};

function resultsByReply(
  nodes: ThreadNodes,
  parents: Int32Array,
  onChain: ReadonlySet<number>,
  replies: ReadonlyMap<number, number>,
): Map<number, Results> {
  const found = new Map<number, Results>();
  const add = (reply: number, list: keyof Results, node: number): void => {
    if (!replies.has(reply)) return;
    const results = found.get(reply) ?? { hung: [], linked: [] };
    found.set(reply, results);
    if (!results[list].includes(node)) results[list].push(node);
  };
  for (const node of nodes.flags.keys()) {
    const ids = nodes.answers(node);
    const parent = parents[node] ?? noNode;
    if (
      ids.length === 0 ||
      onChain.has(node) ||
      parent === noNode ||
      ((nodes.flags[node] ?? 0) & lineFlag.user) === 0
    ) {
      continue;
    }
    const parentReply = nodes.replies[parent] ?? noNode;
    add(parentReply, 'hung', node);
    const source = nodes.replies[nodes.sources[node] ?? noNode] ?? noNode;
    for (const reply of [source, ...ids.map((id) => replyOfUse(nodes, id))]) {
      if (reply !== parentReply && isSameSide(nodes, node, reply)) add(reply, 'linked', node);
    }
  }
  return found;
}

function replyOfUse(nodes: ThreadNodes, id: number): number {
  return nodes.replies[nodes.nodeOfUse(id)] ?? noNode;
}

/** Results of a sub-agent are never those of the main line. */
function isSameSide(nodes: ThreadNodes, node: number, reply: number): boolean {
  return reply !== noNode && ((nodes.flags[node] ?? 0) & lineFlag.side) === 0;
}

/** In the order of their time stamps; lines are not always written in it. */
export function byTime(nodes: ThreadNodes, list: readonly number[]): number[] {
  return list.toSorted((a, b) => nodes.time(a).localeCompare(nodes.time(b)));
}
