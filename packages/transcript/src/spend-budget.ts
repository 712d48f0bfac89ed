import { digestKinds, type DigestItem, type DigestKind, type PerKind } from './digest-item.ts';
import { lengthAt, price, type Priced } from './price-item.ts';

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

/** The shortest that an item is cut to, in tokens, before items are left out. */
const floors: PerKind<number> = {
  prompt: 8,
  decision: 30,
  summary: 150,
  answer: 25,
  edit: 15,
  failure: 30,
  command: 15,
  note: 20,
  call: 15,
  output: 30,
};

/** Prompts are cut further than that, down to this many tokens, before one of them is left out. */
const shortestPrompt = 3;

/** What a line costs besides its text, in tokens. */
const lineOverhead = 5;

/**
 * Spends a budget in tokens, kind by kind: first each gets its share, then what is left goes to those
 * that were cut, the most important first. Within a kind all items are cut to one length, and if even
 * the shortest is too long, items are left out evenly over the session. While a prompt is left out,
 * nothing else gets anything.
 */
export function spendBudget(items: readonly DigestItem[], budget: number): Spending {
  const byKind = new Map<DigestKind, Priced[]>(digestKinds.map((kind) => [kind, []]));
  for (const item of items) byKind.get(item.kind)?.push(price(item));
  const prompts = byKind.get('prompt') ?? [];
  const spent = new Map<DigestKind, Spent>();
  let left = budget;
  for (const round of ['share', 'rest'] as const) {
    for (const [kind, list] of byKind) {
      const before = spent.get(kind)?.cost ?? 0;
      const least = kind === 'prompt' ? costOf(list, floors.prompt) : 0;
      const share = round === 'share' ? Math.max(left * shares[kind], least) : left;
      const spending = spendOn(list, before + Math.min(left, share), floorOf(kind, list, left));
      if (spending.cost < before) continue;
      spent.set(kind, spending);
      left -= spending.cost - before;
      if (kind === 'prompt' && spending.chosen.length < prompts.length)
        return lengthsOf([spending]);
    }
  }
  return lengthsOf([...spent.values()]);
}

/** Items that were chosen, and to how many tokens each is cut. */
type Spent = { chosen: readonly Priced[]; limit: number; cost: number };

function floorOf(kind: DigestKind, items: readonly Priced[], left: number): number {
  if (kind !== 'prompt') return floors[kind];
  return largest(shortestPrompt, floors.prompt, (floor) => costOf(items, floor) <= left);
}

function spendOn(items: readonly Priced[], allowance: number, floor: number): Spent {
  const chosen = chooseEvenly(items, allowance, floor);
  const longest = Math.ceil(chosen.reduce((most, { whole }) => Math.max(most, whole), floor));
  const limit = largest(floor, longest, (tokens) => costOf(chosen, tokens) <= allowance);
  return { chosen, limit, cost: costOf(chosen, limit) };
}

/** As many items as fit at their shortest, spread over the session, first and last among them. */
function chooseEvenly(
  items: readonly Priced[],
  allowance: number,
  floor: number,
): readonly Priced[] {
  if (costOf(items, floor) <= allowance) return items;
  const fits = (count: number): boolean => costOf(spread(items, count), floor) <= allowance;
  return spread(items, largest(0, items.length - 1, fits));
}

/** The largest whole number from `low` to `high` that fits; `low` is taken to fit. */
function largest(low: number, high: number, fits: (value: number) => boolean): number {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = Math.ceil((from + to) / 2);
    if (fits(middle)) from = middle;
    else to = middle - 1;
  }
  return from;
}

function spread<T>(items: readonly T[], count: number): readonly T[] {
  if (count === 0) return [];
  if (count === 1) return items.slice(-1);
  const step = (items.length - 1) / (count - 1);
  const places = new Set(Array.from({ length: count }, (_, number) => Math.round(number * step)));
  return items.filter((_, place) => places.has(place));
}

function costOf(items: readonly Priced[], limit: number): number {
  let cost = 0;
  for (const { whole, short } of items) {
    cost += (whole <= limit ? whole : Math.min(limit, short)) + lineOverhead;
  }
  return cost;
}

function lengthsOf(spent: readonly Spent[]): Spending {
  const lengths: Spending = new Map();
  for (const { chosen, limit } of spent) {
    for (const priced of chosen) lengths.set(priced.item, lengthAt(priced, limit));
  }
  return lengths;
}
