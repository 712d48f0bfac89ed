import { describe, type HookIssue, issueAt, messageOf } from './issues.ts';
import { type JsonMember, MAX_COST, WEIGHED_FROM, weighJson } from './json-weight.ts';

export type ReadJson =
  /** `leftOut`: fields of the outermost object that hold too much to be read in time. */
  | { ok: true; value: unknown; leftOut: HookIssue[] }
  | { ok: false; code: 'not_json' | 'invalid'; issue: HookIssue };

const affordable = 'JSON that can be read within a second';

/** Text and bytes are parsed, anything else is taken as parsed already. A byte order mark is skipped. */
export function readJson(raw: unknown): ReadJson {
  try {
    const text = decode(raw);
    if (typeof text !== 'string') return { ok: true, value: text, leftOut: [] };
    const { cost, members } =
      text.length > WEIGHED_FROM ? weighJson(text) : { cost: 0, members: undefined };
    if (cost <= MAX_COST) return { ok: true, value: parse(text), leftOut: [] };
    return members ? readLightMembers(text, members) : tooMuch(text);
  } catch (error) {
    const received = `${describeText(raw)} (${reasonOf(error)})`;
    return { ok: false, code: 'not_json', issue: issueAt([], 'JSON', received) };
  }
}

const parse = (text: string): unknown =>
  JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);

/** Bytes come in any view or buffer; a `String` object is the text it holds. */
function decode(raw: unknown): unknown {
  if (ArrayBuffer.isView(raw))
    return decodeBytes(new Uint8Array(raw.buffer, raw.byteOffset, raw.byteLength));
  if (raw instanceof ArrayBuffer) return decodeBytes(new Uint8Array(raw));
  // oxlint-disable-next-line unicorn/no-instanceof-builtins -- asking in any other way would call what a proxy does
  return raw instanceof String ? raw.valueOf() : raw;
}

const decodeBytes = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** All but the heaviest fields, so that a hook still learns which event of which session it is. */
function readLightMembers(text: string, members: JsonMember[]): ReadJson {
  const kept = new Set<JsonMember>();
  let total = 0;
  for (const member of members.toSorted((a, b) => a.cost - b.cost)) {
    total += member.cost;
    if (total <= MAX_COST) kept.add(member);
  }
  const left = members.filter((member) => !kept.has(member));
  const body = [...kept].toSorted((a, b) => a.start - b.start);
  const [first, last] = [members[0]?.start ?? 0, members.at(-1)?.end ?? 0];
  const light = body.map(({ start, end }) => text.slice(start, end)).join(',');
  return {
    ok: true,
    value: parse(text.slice(0, first) + light + text.slice(last)),
    leftOut: left.map(({ start, keyEnd, end }) => {
      const received = `${end - keyEnd} UTF-16 code units that hold more, left out`;
      return issueAt([String(JSON.parse(text.slice(start, keyEnd)))], affordable, received);
    }),
  };
}

function tooMuch(text: string): ReadJson {
  const received = `${describe(text)} that holds too many values`;
  return { ok: false, code: 'invalid', issue: issueAt([], affordable, received) };
}

function describeText(raw: unknown): string {
  try {
    return raw instanceof Object && 'byteLength' in raw
      ? `${String(raw.byteLength)} bytes`
      : describe(decode(raw));
  } catch {
    return 'an object that cannot be looked at';
  }
}

/** V8 quotes the text around the error; the head of its sentence says where and what. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : messageOf(error);
  return message.split(/, ["\u2026.]/, 1).join();
}
