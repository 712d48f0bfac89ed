/** Strings in a long line are cut to this many bytes: enough for words, too little for an image. */
export const keptStringBytes = 16 * 1024;
/** The same where so many strings have been kept that a quarter of the room is taken, and half of it. */
const shorterStringBytes = [1024, 128] as const;

const quote = 0x22;
const backslash = 0x5c;

export type LineSqueezer = {
  add: (chunk: Buffer, from: number, to: number) => void;
  /** The line with its long strings cut, or `undefined` when even that is over the limit. */
  finish: () => Buffer | undefined;
};

/**
 * Takes a line of JSON that is too long to hold and keeps its structure: uuid, parent, type and text
 * stay readable, only what is in strings of more than 16 KB is left out, with a note in its place.
 * Bytes are looked at once and not stored.
 */
export function createLineSqueezer(maxBytes: number): LineSqueezer {
  let kept = Buffer.allocUnsafe(64 * 1024);
  let length = 0;
  /** Bytes that stay, in all. */
  let taken = 0;
  let isInString = false;
  /** Bytes of the current string so far, and how many of them were left out. */
  let stringBytes = 0;
  let leftOut = 0;
  /** Bytes that belong to an escape or a character which must not be cut. */
  let isEscaped = false;
  let escapeBytes = 0;

  function keep(bytes: Uint8Array): void {
    if (length + bytes.length > maxBytes) {
      length = Infinity;
      return;
    }
    if (length + bytes.length > kept.length) {
      const larger = Buffer.allocUnsafe(Math.max(kept.length * 2, length + bytes.length));
      kept.copy(larger, 0, 0, length);
      kept = larger;
    }
    kept.set(bytes, length);
    length += bytes.length;
  }

  function endString(): void {
    if (leftOut > 0) keep(Buffer.from(` [… ${leftOut} bytes left out]`));
    isInString = false;
    stringBytes = 0;
    leftOut = 0;
  }

  function stringLimit(): number {
    if (taken > maxBytes / 2) return shorterStringBytes[1];
    return taken > maxBytes / 4 ? shorterStringBytes[0] : keptStringBytes;
  }

  function isCuttable(byte: number): boolean {
    return stringBytes >= stringLimit() && escapeBytes === 0 && (byte & 0xc0) !== 0x80;
  }

  return {
    add(chunk, from, to) {
      // Everything from `start` on is still to be kept.
      let start = from;
      for (let index = from; index < to; index += 1) {
        const byte = chunk[index] ?? 0;
        if (leftOut === 0) taken += 1;
        if (!isInString) {
          isInString = byte === quote;
          continue;
        }
        if (byte === quote && !isEscaped) {
          if (leftOut > 0) start = index;
          endString();
          continue;
        }
        if (leftOut > 0) {
          leftOut += 1;
        } else if (isCuttable(byte)) {
          keep(chunk.subarray(start, index));
          leftOut = 1;
        }
        stringBytes += 1;
        if (isEscaped) {
          isEscaped = false;
          escapeBytes = byte === 0x75 ? 4 : 0;
        } else if (byte === backslash) {
          isEscaped = true;
          escapeBytes = 1;
        } else if (escapeBytes > 0) {
          escapeBytes -= 1;
        }
      }
      if (leftOut === 0) keep(chunk.subarray(start, to));
    },
    finish: () => (length === Infinity ? undefined : kept.subarray(0, length)),
  };
}
