import { fieldOf } from './unknown.ts';

export type CompactionTrigger = 'manual' | 'auto';

/** What shows a compaction: the hook before it, the hook after it, its message in the stream. */
export type Sign = 'pre' | 'post' | 'boundary';

type Compaction = Record<Sign, boolean> & {
  trigger: CompactionTrigger | undefined;
  /** The `prompt_id` that hooks carry since 2.1.196. */
  prompt: unknown;
  /** The turn in which it was first seen is over. */
  isPast: boolean;
};

/** The second sign may come long after the first, or never: so many are remembered. */
const MOST_OPEN = 16;

/**
 * Tells signs of one compaction from those of the next. Any may be missing, and an owner may read the
 * stream long after the hooks have fired. So a boundary belongs to the oldest PostCompact that still waits
 * for one, else to the newest compaction of the turn, and a PostCompact to the newest compaction of its
 * turn that waits for it. Where the boundary of a PostCompact never comes, the next compaction's is taken
 * for it: that one is then shown by its own hooks only.
 */
export function createCompactionSigns() {
  let open: Compaction[] = [];

  const find = (sign: Sign, one: Compaction): Compaction | undefined => {
    const fitting = open.filter(
      (other) => !other[sign] && (!other.trigger || !one.trigger || other.trigger === one.trigger),
    );
    if (sign === 'post') return fitting.findLast((other) => isOneTurn(other, one));
    const after = fitting.find(({ post }) => post);
    return after ?? fitting.findLast(({ isPast }) => !isPast);
  };

  return {
    /** Whether the sign is a compaction's first one, and whether it is the first that proves it. */
    see: (sign: Sign, source: unknown): { isNew: boolean; isProof: boolean } => {
      const one = compactionOf(source);
      const known = sign === 'pre' ? undefined : find(sign, one);
      const compaction = known ?? one;
      const isProof = sign !== 'pre' && !compaction.post && !compaction.boundary;
      compaction[sign] = true;
      if (!known) open = [...open, one].slice(-MOST_OPEN);
      if (compaction.post && compaction.boundary)
        open = open.filter((other) => other !== compaction);
      return { isNew: !known, isProof };
    },
    endTurn: (): void => {
      for (const compaction of open) compaction.isPast = true;
    },
  };
}

function compactionOf(source: unknown): Compaction {
  const prompt = fieldOf(source, 'prompt_id');
  const trigger = triggerOf(source);
  return { pre: false, post: false, boundary: false, trigger, prompt, isPast: false };
}

/** The end of a turn is read from the stream, which may be late; the prompt's id is not. */
function isOneTurn(one: Compaction, other: Compaction): boolean {
  if (one.prompt === undefined || other.prompt === undefined) return !one.isPast;
  return one.prompt === other.prompt;
}

export function triggerOf(source: unknown): CompactionTrigger | undefined {
  const trigger = fieldOf(source, 'trigger');
  return trigger === 'manual' || trigger === 'auto' ? trigger : undefined;
}
