const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Tells, chunk by chunk, whether the JSON object or array that a stream began with has ended. A host
 * may keep the pipe open after its payload; parsing at every chunk that might be the last would cost
 * the square of the size.
 */
export function createJsonEnd(): (chunk: Buffer) => boolean {
  let depth = 0;
  let begun = false;
  let inString = false;
  let escaped = false;

  /** Where the string that is open at `start` ends; the chunk's length where it does not. */
  const skipString = (chunk: Buffer, start: number): number => {
    for (let from = start; ;) {
      const quote = chunk.indexOf(QUOTE, from);
      const end = quote === -1 ? chunk.length : quote;
      const backslashes = countBackslashes(chunk, start, end);
      // A backslash that ended the chunk before counts where only backslashes have followed it.
      const carried = escaped && end - backslashes === start ? 1 : 0;
      const isEscaped = (backslashes + carried) % 2 === 1;
      if (quote === -1) escaped = isEscaped;
      else if (isEscaped) {
        from = quote + 1;
        continue;
      } else {
        escaped = false;
        inString = false;
      }
      return end;
    }
  };

  return (chunk) => {
    for (let index = 0; index < chunk.length; index++) {
      if (inString) index = skipString(chunk, index);
      else if (chunk[index] === QUOTE) inString = true;
      else if (isOpening(chunk[index])) {
        depth++;
        begun = true;
      } else if (isClosing(chunk[index])) depth--;
    }
    return begun && depth <= 0 && !inString;
  };
}

/** How many backslashes stand before `end`, none of them before `start`. */
function countBackslashes(chunk: Buffer, start: number, end: number): number {
  let first = end;
  while (first > start && chunk[first - 1] === BACKSLASH) first--;
  return end - first;
}

/** `[` and `{` */
const isOpening = (byte: number | undefined): boolean => byte === 0x5b || byte === 0x7b;

/** `]` and `}` */
const isClosing = (byte: number | undefined): boolean => byte === 0x5d || byte === 0x7d;
