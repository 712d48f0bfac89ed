/**
 * A list of 32-bit integers that grows: 4 bytes each, outside of the heap. In pages, because copies made
 * while growing would take as much memory again until they are collected.
 */
export type IntList = {
  /** 0 where nothing was set. */
  at: (index: number) => number;
  set: (index: number, value: number) => void;
  push: (value: number) => void;
  size: () => number;
  /** A copy in one piece. */
  toArray: () => Int32Array;
};

const pageBits = 12;
const pageSize = 1 << pageBits;

export function createIntList(): IntList {
  const pages: Int32Array[] = [];
  let size = 0;

  function set(index: number, value: number): void {
    while (pages.length <= index >> pageBits) pages.push(new Int32Array(pageSize));
    const page = pages[index >> pageBits];
    if (page) page[index & (pageSize - 1)] = value;
    size = Math.max(size, index + 1);
  }

  return {
    at: (index) => pages[index >> pageBits]?.[index & (pageSize - 1)] ?? 0,
    set,
    push: (value) => set(size, value),
    size: () => size,
    toArray() {
      const values = new Int32Array(pages.length * pageSize);
      for (const [number, page] of pages.entries()) values.set(page, number * pageSize);
      return values.subarray(0, size);
    },
  };
}
