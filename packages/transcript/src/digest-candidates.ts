import { createHash } from 'node:crypto';
import { clip } from './clip.ts';
import { perKind, type DigestItem, type DigestKind, type PerKind } from './digest-item.ts';
import { withoutEncoded } from './encoded-runs.ts';
import type { LineRef } from './tool-calls.ts';

/** What may stand in a digest, and everywhere it was seen: only at the end is it known what was rewound. */
export type Candidate = Omit<DigestItem, 'at' | 'times'> & { seenAt: LineRef[] };

type FoundLine = Pick<DigestItem, 'kind' | 'text'> &
  Partial<Pick<DigestItem, 'short' | 'isClipped'>>;

/** Characters that are kept of one candidate, at most. */
const limits: PerKind<number> = {
  prompt: 16_000,
  decision: 4_000,
  summary: 12_000,
  answer: 4_000,
  edit: 400,
  failure: 700,
  command: 300,
  note: 3_000,
  call: 240,
  output: 600,
};

/** Characters that are kept of all candidates of one kind: memory stays bounded. */
const mostCharacters = 1_000_000;
/** What a candidate takes besides its text, in characters. */
const overhead = 200;
/** So much of each candidate is kept before candidates are thinned out. */
const leastShare = 1 / 8;

export type Candidates = {
  add: (line: FoundLine, at: LineRef) => void;
  /** Takes back what was added at this place. */
  remove: (kind: DigestKind, text: string, at: LineRef) => void;
  /** By kind, in the order in which they were first seen. */
  list: () => Candidate[];
  /** How many there were, also of those that were thinned out. */
  totals: () => PerKind<number>;
};

/** Keeps what a digest may say, each thing once. */
export function createCandidates(): Candidates {
  const stores = perKind((kind) => createStore(kind));
  return {
    add: (line, at) => stores[line.kind].add(line, at),
    remove: (kind, text, at) => stores[kind].remove(text, at),
    list: () => Object.values(stores).flatMap((store) => store.list()),
    totals: () => perKind((kind) => stores[kind].total()),
  };
}

type Store = {
  add: (line: FoundLine, at: LineRef) => void;
  remove: (text: string, at: LineRef) => void;
  list: () => Candidate[];
  total: () => number;
};

function createStore(kind: DigestKind): Store {
  let limit = limits[kind];
  let held = new Map<string, Candidate>();
  let characters = 0;
  let total = 0;

  /**
   * Short prompts such as "go on" are said again and again, and mean something each time. Long ones that
   * differ only in the middle are told apart however short they are cut.
   */
  function keyOf(whole: string, at: LineRef): string {
    if (kind !== 'prompt') return clip(whole, limit);
    if (whole.length <= 200) return `${at.offset} ${whole}`;
    return createHash('sha1').update(whole).digest('base64');
  }

  /** All get shorter at first; then, of what is no prompt, every second one goes. */
  function shrink(): void {
    const isShortest = limit <= limits[kind] * leastShare;
    if (isShortest && kind === 'prompt') return;
    if (!isShortest) limit = Math.floor(limit / 2);
    const before = [...held];
    held = new Map();
    characters = 0;
    for (const [number, [key, candidate]] of before.entries()) {
      if (isShortest && number % 2 === 0) continue;
      const shorter = shorten(candidate, limit);
      put(kind === 'prompt' ? key : shorter.text, shorter);
    }
  }

  function put(key: string, candidate: Candidate): void {
    const known = held.get(key);
    if (known !== undefined) {
      known.seenAt = known.seenAt.concat(candidate.seenAt);
      return;
    }
    held.set(key, candidate);
    characters += candidate.text.length + (candidate.short?.length ?? 0) + overhead;
  }

  return {
    add(line, at) {
      const whole = withoutEncoded(line.text).trim();
      if (whole === '') return;
      const key = keyOf(whole, at);
      const known = held.get(key);
      if (known !== undefined) {
        known.seenAt.push(at);
        return;
      }
      total += 1;
      const isClipped = line.isClipped === true || whole.length > limit;
      const short = line.short === undefined ? undefined : detach(clip(line.short, limit));
      put(detach(key), { kind, text: detach(clip(whole, limit)), short, isClipped, seenAt: [at] });
      if (characters > mostCharacters) shrink();
    },
    remove(text, at) {
      const key = keyOf(withoutEncoded(text).trim(), at);
      const candidate = held.get(key);
      const place = candidate?.seenAt.findIndex(({ offset }) => offset === at.offset) ?? -1;
      if (candidate === undefined || place === -1) return;
      candidate.seenAt.splice(place, 1);
      if (candidate.seenAt.length > 0) return;
      held.delete(key);
      total -= 1;
    },
    list: () => [...held.values()],
    total: () => total,
  };
}

function shorten(candidate: Candidate, limit: number): Candidate {
  if (candidate.text.length <= limit) return candidate;
  return { ...candidate, text: detach(clip(candidate.text, limit)), isClipped: true };
}

/** A piece of a string keeps the whole of it in memory; a copy does not. */
function detach(text: string): string {
  return Buffer.from(text).toString();
}
