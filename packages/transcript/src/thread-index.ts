import { keptLines } from './dead-lines.ts';
import type { TranscriptConsumer } from './entry-reader.ts';
import { liveContext } from './live-context.ts';
import { createThreadNodes, lineFlag } from './thread-nodes.ts';

/**
 * Where a line belongs. `main`: the work as it stands. `rewound`: a branch that was left by a rewind
 * or an edited prompt. `agent`: a sub-agent or teammate.
 */
export type Branch = 'main' | 'rewound' | 'agent';

export type ThreadIndex = {
  /** Uuids of the messages that the model sees, in that order: a compaction's summary first. */
  liveContext: () => string[];
  /** Lines that are not in the tree (titles, modes, snapshots) belong to `main`. */
  branchOf: (uuid: string | undefined) => Branch;
  compactions: number;
};

/**
 * Collects the tree of a transcript in one pass. Only at the end is it known what was rewound, so
 * keep the uuid of what you find and ask then. Takes 100 to 300 bytes of memory a line.
 */
export function createThreadIndex(): TranscriptConsumer & {
  /** Whether a line with this uuid has come already. */
  has: (uuid: string) => boolean;
  finish: () => ThreadIndex;
} {
  const collected = createThreadNodes();
  return {
    entry: collected.add,
    has: collected.has,
    finish() {
      const nodes = collected.finish();
      let kept: Set<number> | undefined;
      return {
        liveContext: () => liveContext(nodes).map((node) => nodes.uuids.at(node)),
        branchOf(uuid) {
          const node = uuid === undefined ? undefined : nodes.uuids.find(uuid);
          if (node === undefined) return 'main';
          if (((nodes.flags[node] ?? 0) & lineFlag.side) !== 0) return 'agent';
          kept ??= keptLines(nodes);
          return kept.has(node) ? 'main' : 'rewound';
        },
        compactions: nodes.boundaries.size,
      };
    },
  };
}
