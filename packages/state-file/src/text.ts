/** The text up to `units` UTF-16 units, never ending in half a character. */
export function clip(text: string, units: number): string {
  if (text.length <= units) return text;
  const end = isHighSurrogate(text.charCodeAt(units - 2)) ? units - 2 : units - 1;
  return `${text.slice(0, Math.max(0, end))}…`;
}

/** The start and the end of a text: the command and its verdict, without what lies between. */
export function clipMiddle(text: string, units: number): string {
  if (text.length <= units) return text;
  const half = Math.floor((units - 3) / 2);
  const start = isHighSurrogate(text.charCodeAt(half - 1)) ? half - 1 : half;
  const end = isLowSurrogate(text.charCodeAt(text.length - half)) ? half - 1 : half;
  return `${text.slice(0, start)}\n…\n${text.slice(text.length - end)}`;
}

export function firstLine(text: string): string {
  return (
    text
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim() ?? ''
  );
}

/** All white space as single spaces: one fact, one line. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/**
 * Words of a transcript must not end the block that they are given in, nor steer the terminal that
 * shows them, nor make a request that the API refuses: half a character is none.
 */
export function neutral(text: string): string {
  return text
    .replace(/<(?=\/?(?:carryover-\w+|system-reminder)\b)/gi, '‹')
    .replaceAll('-->', '--›')
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .replace(/(?![\t\n])[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '');
}

/** How long ago that was, for people and models. */
export function ageText(createdAt: string, now: Date): string {
  const minutes = Math.max(0, Math.round((now.getTime() - Date.parse(createdAt)) / 60_000));
  if (minutes < 1) return 'just now';
  if (minutes < 90) return `${minutes} min ago`;
  return `${Math.round(minutes / 60)} h ago`;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
