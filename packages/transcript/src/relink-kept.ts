import type { KeptMessages } from './kept-messages.ts';
import { missingNumber, noNode, type ThreadNodes } from './thread-nodes.ts';

/**
 * Parents as the conversation goes on after its compactions: summary, what was kept, then the lines
 * that were hung on the summary. Without kept messages the list is that of the file.
 */
export function relinkKept(nodes: ThreadNodes): Int32Array {
  const parents = nodes.parents.slice();
  const boundaries = [...nodes.boundaries.values()].filter(({ kept }) => kept.kind !== 'none');
  if (boundaries.length === 0) return parents;
  const children = childrenOf(parents);

  function move(node: number, to: number): void {
    children.get(parents[node] ?? noNode)?.delete(node);
    parents[node] = to;
    const list = children.get(to) ?? new Set();
    children.set(to, list.add(node));
  }

  for (const { kept } of boundaries) {
    const chain = keptNodes(nodes, kept);
    if (chain === undefined) continue;
    const { anchor, moved, head, tail } = chain;
    let last = anchor;
    for (const node of moved) {
      move(node, last);
      last = node;
    }
    // A list of its own, because moving changes the set.
    const others = [...(children.get(anchor) ?? [])].filter((node) => node !== head);
    for (const node of others) move(node, tail);
  }
  return parents;
}

type KeptNodes = { anchor: number; moved: number[]; head: number; tail: number };

/** `undefined` when a message that was kept is not in the file, as in a copy that was cut. */
function keptNodes(nodes: ThreadNodes, kept: KeptMessages): KeptNodes | undefined {
  if (kept.kind === 'none') return undefined;
  const { uuids } = nodes;
  const anchor = uuids.find(kept.anchor) ?? missingNumber(nodes, kept.anchor);
  if (kept.kind === 'segment') {
    const [head, tail] = [uuids.find(kept.head), uuids.find(kept.tail)];
    return head === undefined || tail === undefined
      ? undefined
      : { anchor, moved: [head], head, tail };
  }
  const moved = kept.uuids.map((uuid) => uuids.find(uuid) ?? noNode);
  const [head, tail] = [moved.at(0), moved.at(-1)];
  if (head === undefined || tail === undefined || moved.includes(noNode)) return undefined;
  return { anchor, moved, head, tail };
}

function childrenOf(parents: Int32Array): Map<number, Set<number>> {
  const children = new Map<number, Set<number>>();
  for (const [node, parent] of parents.entries()) {
    if (parent === noNode) continue;
    const list = children.get(parent);
    if (list === undefined) children.set(parent, new Set([node]));
    else list.add(node);
  }
  return children;
}
