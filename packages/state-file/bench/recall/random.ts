/** Numbers that are the same in every run (mulberry32). */
export type Random = {
  /** 0 to `below` - 1. */
  number: (below: number) => number;
  chance: (probability: number) => boolean;
  pick: <Item>(items: readonly [Item, ...Item[]] | readonly Item[]) => Item;
};

export function randomFrom(seed: number): Random {
  let state = seed;
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const number = (below: number): number => Math.floor(next() * below);
  return {
    number,
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[number(items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
  };
}
