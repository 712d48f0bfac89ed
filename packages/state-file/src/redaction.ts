import { isRecord } from '@carryover/transcript';
import type { SessionRecord } from './session-event.ts';

/** Texts without their secrets, and how many different ones there were, by kind. */
export type Redaction = { texts: string[]; counts: Record<string, number> };

/** `redactSecrets` of `@carryover/state-file/redact`, or one like it. */
export type Redact = (texts: readonly string[]) => Redaction | Promise<Redaction>;

/** Nothing shorter is a secret that could be told from a word. */
const SHORTEST = 8;

/** Takes secrets out of all that a session said, and of `others`, before anything is made of it. */
export async function redactRecord(
  record: SessionRecord,
  redact: Redact,
  others: object[] = [],
): Promise<{ record: SessionRecord; counts: Record<string, number> }> {
  const found: string[] = [];
  const holders = [...record.events, ...record.asides, record.setting, ...others];
  for (const holder of holders) {
    mapFields(holder, (text) => {
      found.push(text);
      return text;
    });
  }
  const { texts, counts } = await redact(found);
  let index = 0;
  for (const holder of holders) mapFields(holder, () => texts[index++] ?? '');
  return { record, counts };
}

/** In place: the events are many, and nobody else holds them. */
function mapFields(fields: object, change: (text: string) => string): void {
  for (const [key, value] of Object.entries(fields)) {
    // Evidence must stay what the transcript says.
    if (key !== 'at') Reflect.set(fields, key, mapTexts(value, change));
  }
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return value.length < SHORTEST ? value : change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (!isRecord(value)) return value;
  // Questions are the keys of their answers.
  const name = (key: string): string => (/^\w*$/.test(key) ? key : change(key));
  const entries = Object.entries(value).map(([key, item]) => [name(key), mapTexts(item, change)]);
  return Object.fromEntries(entries);
}
