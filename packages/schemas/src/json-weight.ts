/** Below this, in UTF-16 units, `JSON.parse` is quick whatever the text holds. */
export const WEIGHED_FROM = 500_000;

/** What `JSON.parse` may take, in units of 10 ns: 0.57 s, of which real texts need a part. */
export const MAX_COST = 57_000_000;

/** In units of 10 ns, measured with Node 20 at sizes where the garbage collector runs. */
const VALUE = 13;
const TEXT = 35;
const ESCAPED_TEXT = 30;
/** Of a number, `true`, `false` or `null`. */
const LETTER = 1;
const CONTAINER = 60;
/** V8 keeps a scope per open bracket, and walks them all whenever it collects. */
const DEEP_CONTAINER = 100;
const DEEP = 1000;
/** V8 makes a hidden class of each new sequence of keys; one that it has seen costs little. */
const NEW_KEY = 140;
const SEEN_KEY = 10;

/** One field of the outermost object: from its key's opening quote to the comma or brace after its value. */
export type JsonMember = { start: number; keyEnd: number; end: number; cost: number };

export type JsonWeight = {
  /** What `JSON.parse` would take; above `MAX_COST`, at least that. */
  cost: number;
  /** The fields of the outermost object; undefined where the text cannot be taken apart. */
  members: JsonMember[] | undefined;
};

/** More members than any event has fields: taking such a text apart would help nobody. */
const MAX_MEMBERS = 1000;

/** Whether `JSON.parse` could keep a hook busy for longer than it may take. */
export const isTooHeavy = (text: string): boolean =>
  text.length > WEIGHED_FROM && weighJson(text).cost > MAX_COST;

/**
 * What `JSON.parse` would have to build. Fifty million opening brackets keep V8 busy for over half a
 * minute, so a hook must look before it parses. Does not judge whether the text is JSON.
 */
export function weighJson(text: string): JsonWeight {
  const seen = new Uint8Array(2 ** 22);
  const shapes: number[] = [];
  const members: JsonMember[] = [];
  let isDivisible = /^[\uFEFF\s]*\{/.test(text);
  let total = 0;
  let cost = 0;
  let depth = 0;
  let shape = 0;
  let start = -1;
  let keyEnd = -1;
  let escape = -1;

  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    // What is too heavy already is left out as a whole: only its end is looked for.
    const isCounted = cost <= MAX_COST;
    if (unit === QUOTE) {
      if (escape < at) escape = indexOrEnd(text, '\\', at);
      const quote = indexOrEnd(text, '"', at + 1);
      const end = quote < escape ? quote : endOfEscaped(text, escape);
      const isKey = isCounted && text.charCodeAt(skipSpace(text, end + 1)) === COLON;
      if (isKey && depth === 1 && start < 0) {
        start = at;
        keyEnd = end + 1;
      }
      if (isKey) {
        shape = mix(shape, text, at, end);
        cost += seen[shape >>> 10] ? SEEN_KEY : NEW_KEY;
        seen[shape >>> 10] = 1;
      } else cost += TEXT;
      if (escape < end) cost += ESCAPED_TEXT + ((end - escape) >> 1);
      at = end;
    } else if (unit === BRACKET || unit === BRACE) {
      if (isCounted) shapes[depth] = shape;
      cost += depth > DEEP ? DEEP_CONTAINER : CONTAINER;
      if (cost > MAX_COST && !isDivisible) break;
      shape = 0;
      depth++;
    } else if (unit === COMMA || unit === BRACKET_END || unit === BRACE_END) {
      cost += VALUE;
      if (depth === 1) {
        if (start >= 0 && isDivisible) members.push({ start, keyEnd, end: at, cost });
        isDivisible &&= members.length <= MAX_MEMBERS;
        total += cost;
        cost = 0;
        start = -1;
      }
      if (total + cost > MAX_COST && !isDivisible) break;
      if (unit !== COMMA) shape = shapes[--depth] ?? 0;
    } else if (unit > SPACE) cost += LETTER;
  }
  return { cost: total + cost, members: isDivisible && depth === 0 ? members : undefined };
}

const SPACE = 32;
const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BRACKET = 91;
const BACKSLASH = 92;
const BRACKET_END = 93;
const BRACE = 123;
const BRACE_END = 125;

function indexOrEnd(text: string, character: string, from: number): number {
  const at = text.indexOf(character, from);
  return at < 0 ? text.length : at;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) <= SPACE) at++;
  return at;
}

/** Where a text closes, from its first backslash on. */
function endOfEscaped(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) !== QUOTE)
    at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

/** A number for a sequence of keys that is continued by this one. Four plain arguments: this is the hot loop. */
function mix(seed: number, text: string, from: number, to: number): number {
  let value = seed ^ 0x811c9dc5;
  for (let at = from; at < to; at++) value = Math.imul(value ^ text.charCodeAt(at), 16777619);
  value = Math.imul(value ^ (value >>> 15), 0x85ebca6b);
  return value ^ (value >>> 13);
}
