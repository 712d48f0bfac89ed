import { digestKinds, type DigestItem, type DigestKind, type PerKind } from './digest-item.ts';

/** The length that each item may have in the digest, in characters; items left out are not in it. */
export type Spending = Map<DigestItem, number>;

/** Share of what is left that a kind may take in the first round, so that none starves the rest. */
const shares: PerKind<number> = {
  prompt: 0.55,
  decision: 0.5,
  summary: 0.4,
  answer: 0.5,
  edit: 0.5,
  failure: 0.5,
  command: 0.8,
  note: 0.6,
  call: 0.6,
  output: 1,
};

/** The shortest that an item is cut to, in characters, before items are left out. */
const floors: PerKind<number> = {
  prompt: 28,
  decision: 120,
  summary: 600,
  answer: 100,
  edit: 60,
  failure: 120,
  command: 60,
  note: 80,
  call: 60,
  output: 120,
};

/** What a line costs besides its text, in characters. */
const lineOverhead = 10;

/**
 * Spends a budget in characters, kind by kind: first each gets its share, then what is left goes to
 * those that were cut, the most important first. Within a kind all items are cut to one length, and
 * if even the shortest is too long, items are left out evenly over the session.
 */
export function spendBudget(items: readonly DigestItem[], budget: number): Spending {
  const byKind = new Map(digestKinds.map((kind) => [kind, items.filter((i) => i.kind === kind)]));
  const spent = new Map<DigestKind, Spending>();
  let left = budget;
  for (const round of ['share', 'rest'] as const) {
    for (const kind of digestKinds) {
      const list = byKind.get(kind) ?? [];
      const before = costOf(spent.get(kind));
      const share =
        kind === 'prompt' ? Math.max(left * shares.prompt, floorCost(list)) : left * shares[kind];
      const allowance = before + Math.min(left, round === 'share' ? share : left);
      const spending = spendOn(list, allowance, floors[kind]);
      spent.set(kind, spending);
      left -= costOf(spending) - before;
    }
  }
  return new Map([...spent.values()].flatMap((spending) => [...spending]));
}

function spendOn(items: readonly DigestItem[], allowance: number, floor: number): Spending {
  const chosen = chooseEvenly(items, allowance, floor);
  let [low, high] = [floor, Math.max(floor, ...chosen.map(({ text }) => text.length))];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (costOf(cutTo(chosen, middle)) <= allowance) low = middle;
    else high = middle - 1;
  }
  return cutTo(chosen, low);
}

/** As many items as fit at their shortest, spread over the session, first and last among them. */
function chooseEvenly(
  items: readonly DigestItem[],
  allowance: number,
  floor: number,
): readonly DigestItem[] {
  if (costOf(cutTo(items, floor)) <= allowance) return items;
  let count = Math.min(items.length, Math.floor(allowance / (lineOverhead + 1)));
  for (; count > 0; count = Math.floor(count * 0.9)) {
    const chosen = spread(items, count);
    if (costOf(cutTo(chosen, floor)) <= allowance) return chosen;
  }
  return [];
}

function spread(items: readonly DigestItem[], count: number): DigestItem[] {
  if (count === 1) return items.slice(-1);
  const step = (items.length - 1) / (count - 1);
  const places = new Set(Array.from({ length: count }, (_, number) => Math.round(number * step)));
  return items.filter((_, place) => places.has(place));
}

function cutTo(items: readonly DigestItem[], length: number): Spending {
  return new Map(items.map((item) => [item, Math.min(item.text.length, length)]));
}

function floorCost(items: readonly DigestItem[]): number {
  return costOf(cutTo(items, floors.prompt));
}

function costOf(spending: Spending | undefined): number {
  let cost = 0;
  for (const [item, length] of spending ?? []) {
    cost += (length + lineOverhead) * weightOf(item);
  }
  return cost;
}

/** Characters of the scripts of East Asia are about a token each, others a quarter of one. */
function weightOf({ text }: DigestItem): number {
  const sample = text.length > 400 ? text.slice(0, 400) : text;
  const wide = sample.match(/[\u2E80-\u9FFF\uAC00-\uD7AF\uFF00-\uFFEF]/g)?.length ?? 0;
  return 1 + (3 * wide) / Math.max(1, sample.length);
}
