import { describe, type HookIssue, issueAt, messageOf } from './issues.ts';
import { MAX_WEIGHT, WEIGHED_FROM, weighJson } from './json-weight.ts';

export type ReadJson =
  | { ok: true; value: unknown }
  | { ok: false; code: 'not_json' | 'invalid'; issue: HookIssue };

/** Text and bytes are parsed, anything else is taken as parsed already. A byte order mark is skipped. */
export function readJson(raw: unknown): ReadJson {
  try {
    const text = raw instanceof Uint8Array ? new TextDecoder().decode(raw) : raw;
    if (typeof text !== 'string') return { ok: true, value: text };
    if (text.length > WEIGHED_FROM && weighJson(text) > MAX_WEIGHT) return tooMuch(text);
    return { ok: true, value: JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text) };
  } catch (error) {
    const received = `${describeText(raw)} (${reasonOf(error)})`;
    return { ok: false, code: 'not_json', issue: issueAt([], 'JSON', received) };
  }
}

function tooMuch(text: string): ReadJson {
  const expected = 'JSON that can be read within a second';
  const received = `${describe(text)} with over ${MAX_WEIGHT / 8} keys or ${MAX_WEIGHT} entries`;
  return { ok: false, code: 'invalid', issue: issueAt([], expected, received) };
}

function describeText(raw: unknown): string {
  try {
    return raw instanceof Uint8Array ? `${raw.length} bytes` : describe(raw);
  } catch {
    return 'an object that cannot be looked at';
  }
}

/** V8 quotes the text around the error; the head of its sentence says where and what. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : messageOf(error);
  return message.split(/, ["\u2026.]/, 1).join();
}
