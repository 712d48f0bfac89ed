import { createIntList } from './int-list.ts';

/** Many short texts, such as uuids, each once and with a number: a third of what a `Map` of strings takes. */
export type TextTable = {
  /** The number of a text, counted from 0 in the order in which texts came first. */
  add: (text: string) => number;
  /** The number of a text that was added; `undefined` for any other. */
  find: (text: string) => number | undefined;
  /** The text with this number; empty for a number that was not given out. */
  at: (number: number) => string;
  size: () => number;
};

const pageBits = 16;
const pageBytes = 1 << pageBits;

/** Followed by two bytes: a UTF-16 unit that one byte cannot hold. */
const wide = 0xff;
const wideUnit = /\u00ff(.)(.)/gs;

export function createTextTable(): TextTable {
  /** A text stands in one page; a longer one has a page of its own, over the places of several. */
  const pages: Buffer[] = [];
  /** Where the next text goes: the number of the page and the byte in it, in one integer. */
  let end = 0;
  const [startOf, lengthOf, hashes] = [createIntList(), createIntList(), createIntList()];
  /** Open addressing: 0 in an empty slot, else a number plus 1. At most half full. */
  let slots = new Int32Array(1024);
  let encoded: Buffer = Buffer.allocUnsafe(1024);

  /** Writes a text into `encoded`, and returns its length in bytes. */
  function encode(text: string): number {
    if (text.length * 3 > encoded.length) encoded = Buffer.allocUnsafe(text.length * 3);
    let length = 0;
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      if (unit >= wide) {
        encoded[length] = wide;
        encoded[length + 1] = unit >> 8;
        length += 2;
      }
      encoded[length] = unit;
      length += 1;
    }
    return length;
  }

  /** FNV-1a. */
  function hashOf(length: number): number {
    let hash = 0x811c9dc5 | 0;
    for (let index = 0; index < length; index += 1) {
      hash = Math.imul(hash ^ (encoded[index] ?? 0), 0x01000193);
    }
    return hash;
  }

  function isEncoded(number: number, length: number): boolean {
    const page = pages[startOf.at(number) >>> pageBits];
    if (page === undefined || lengthOf.at(number) !== length) return false;
    const start = startOf.at(number) % pageBytes;
    return page.compare(encoded, 0, length, start, start + length) === 0;
  }

  /** The slot of the encoded text, or the empty one where it belongs. */
  function slotOf(hash: number, length: number): number {
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (let held = slots[slot] ?? 0; held !== 0; held = slots[slot] ?? 0) {
      if (hashes.at(held - 1) === hash && isEncoded(held - 1, length)) return slot;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  function store(length: number): void {
    if (end + length >= pages.length << pageBits) {
      end = pages.length << pageBits;
      const page = Buffer.allocUnsafeSlow(Math.max(pageBytes, length));
      for (let places = 0; places < page.length; places += pageBytes) pages.push(page);
    }
    pages[end >>> pageBits]?.set(encoded.subarray(0, length), end % pageBytes);
    startOf.push(end);
    lengthOf.push(length);
    end = length > pageBytes ? pages.length << pageBits : end + length;
  }

  function widen(): void {
    slots = new Int32Array(slots.length * 2);
    const mask = slots.length - 1;
    for (let number = 0; number < hashes.size(); number += 1) {
      let slot = hashes.at(number) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
  }

  return {
    add(text) {
      const length = encode(text);
      const hash = hashOf(length);
      const slot = slotOf(hash, length);
      const held = slots[slot] ?? 0;
      if (held !== 0) return held - 1;
      store(length);
      hashes.push(hash);
      slots[slot] = hashes.size();
      if (hashes.size() * 2 > slots.length) widen();
      return hashes.size() - 1;
    },
    find(text) {
      const length = encode(text);
      const held = slots[slotOf(hashOf(length), length)] ?? 0;
      return held === 0 ? undefined : held - 1;
    },
    at(number) {
      // A number that was not given out has the length 0.
      const page = pages[startOf.at(number) >>> pageBits];
      if (page === undefined) return '';
      const start = startOf.at(number) % pageBytes;
      const text = page.toString('latin1', start, start + lengthOf.at(number));
      return text.replace(wideUnit, (_, high: string, low: string) =>
        String.fromCharCode((high.charCodeAt(0) << 8) | low.charCodeAt(0)),
      );
    },
    size: () => hashes.size(),
  };
}
