import { isRecord } from '@carryover/transcript';
import { jsonrepair } from 'jsonrepair';
import { SECTIONS, type SectionName } from '../fact.ts';
import { clip, oneLine } from '../text.ts';
import { sectionOf } from './answer-schema.ts';

export type Claim = { section: SectionName; text: string; at?: number | undefined };

export type ReadAnswer = {
  claims: Claim[];
  /** What was wrong with its shape. */
  repaired: string[];
};

/** Longest statement, in UTF-16 units, and how many of a section are looked at. */
const MAX_CLAIM = 500;
const MAX_CLAIMS = 50;

/**
 * The statements in a model's answer, whatever stands around them and however it is broken: a code
 * fence, words before or after, a missing end, other names for sections, Markdown instead of JSON.
 * `undefined` where no section can be told.
 */
export function readAnswer(answer: string): ReadAnswer | undefined {
  const text = answer.replace(/^\uFEFF/, '').trim();
  const parsed = parseJson(text);
  const fields = parsed && sectionFields(parsed.value);
  if (fields) return fromFields(fields, parsed.repaired);
  const claims = fromMarkdown(text);
  return claims.length > 0 ? { claims, repaired: ['Markdown instead of JSON'] } : undefined;
}

function parseJson(text: string): { value: unknown; repaired: string[] } | undefined {
  const start = text.indexOf('{');
  if (start === -1) return undefined;
  const end = text.lastIndexOf('}') + 1;
  const attempts: [string | undefined, () => unknown][] = [
    [undefined, () => JSON.parse(text)],
    ['text around the JSON', () => JSON.parse(text.slice(start, end))],
    ['broken JSON', () => JSON.parse(jsonrepair(text.slice(start, end > start ? end : undefined)))],
    ['cut JSON', () => JSON.parse(jsonrepair(text.slice(start)))],
  ];
  for (const [repair, parse] of attempts) {
    try {
      return { value: parse(), repaired: repair === undefined ? [] : [repair] };
    } catch {
      // Not even so; nesting without end throws too.
    }
  }
  return undefined;
}

/** The object that has sections: the answer itself, or one inside it. */
function sectionFields(value: unknown, depth = 0): Record<string, unknown> | undefined {
  if (!isRecord(value)) return undefined;
  if (Object.keys(value).some((key) => sectionOf(key))) return value;
  if (depth === 3) return undefined;
  for (const inner of Object.values(value)) {
    const found = sectionFields(inner, depth + 1);
    if (found) return found;
  }
  return undefined;
}

function fromFields(fields: Record<string, unknown>, repaired: string[]): ReadAnswer {
  const found = new Map<SectionName, unknown>();
  let extra = 0;
  for (const [key, value] of Object.entries(fields)) {
    const section = sectionOf(key);
    if (section) found.set(section, value);
    else extra += 1;
  }
  const missing = SECTIONS.filter((name) => !found.has(name));
  const claims = [...found].flatMap(([section, value]) => claimsIn(section, value));
  return {
    claims,
    repaired: [
      ...repaired,
      ...(missing.length > 0 ? [`${missing.length} sections missing`] : []),
      ...(extra > 0 ? [`${extra} unknown sections`] : []),
    ],
  };
}

/** Statements as they were asked for, as plain texts, or as one text with a line for each. */
function claimsIn(section: SectionName, value: unknown): Claim[] {
  const items = typeof value === 'string' ? value.split('\n') : value;
  if (!Array.isArray(items)) return [];
  return items.slice(0, MAX_CLAIMS).flatMap((item: unknown) => {
    const said = isRecord(item) ? item['text'] : item;
    if (typeof said !== 'string') return [];
    const at = isRecord(item) && Number.isInteger(item['at']) ? Number(item['at']) : undefined;
    return claim(section, said, at);
  });
}

function claim(section: SectionName, said: string, at?: number): Claim[] {
  const line = oneLine(said).replace(/^(?:[-*•]|\d+[.)])\s+/, '');
  const place = /\s*\[@(\d+)\]\s*$/.exec(line);
  const text = clip(place ? line.slice(0, place.index) : line, MAX_CLAIM);
  if (!/[\p{L}\p{N}]/u.test(text) || /^none(?: recorded)?\.?$/i.test(text)) return [];
  return [{ section, text, at: at ?? (place ? Number(place[1]) : undefined) }];
}

function fromMarkdown(text: string): Claim[] {
  let section: SectionName | undefined;
  return text.split('\n').flatMap((line) => {
    const heading = /^\s*(?:#{1,6}\s+|\*\*)(.*?)(?:\*\*)?:?\s*$/.exec(line)?.[1];
    if (heading !== undefined) {
      section = sectionOf(heading);
      return [];
    }
    return section && /^\s*(?:[-*•]|\d+[.)])\s/.test(line) ? claim(section, line.trim()) : [];
  });
}
