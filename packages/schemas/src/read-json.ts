import { describe, type HookIssue, issueAt } from './issues.ts';

export type ReadJson = { ok: true; value: unknown } | { ok: false; issue: HookIssue };

/** Text and bytes are parsed, anything else is taken as parsed already. A byte order mark is skipped. */
export function readJson(raw: unknown): ReadJson {
  try {
    const text = raw instanceof Uint8Array ? new TextDecoder().decode(raw) : raw;
    if (typeof text !== 'string') return { ok: true, value: text };
    return { ok: true, value: JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text) };
  } catch (error) {
    return { ok: false, issue: issueAt([], 'JSON', `${describeText(raw)} (${reasonOf(error)})`) };
  }
}

const describeText = (raw: unknown): string =>
  raw instanceof Uint8Array ? `${raw.length} bytes` : describe(raw);

/** V8 quotes the text around the error; the head of its sentence says where and what. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message.split(/, ["\u2026.]/, 1).join() : String(error);
