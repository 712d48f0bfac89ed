import { isRecord } from '@carryover/transcript';
import { SECTIONS, type Fact, type SectionName } from './fact.ts';

/** Version of the `.narrative.json` file's shape. */
export const NARRATIVE_VERSION = 1;

/** Why something that the model said was left out. */
export type DropReason = 'imperative' | 'unknown path' | 'contradiction' | 'too much';

/** What a model wrote about one generation of a state, as far as it held against the facts. */
export type Narrative = {
  version: typeof NARRATIVE_VERSION;
  session: string;
  project: string;
  /** Of the state that it belongs to. */
  generation: number;
  /** ISO 8601. */
  createdAt: string;
  author: { writer: string; model?: string | undefined };
  /** What of the transcript it knows. */
  transcript: { path: string; bytes: number };
  sections: Record<SectionName, Fact[]>;
  dropped: Partial<Record<DropReason, number>>;
  /** What was wrong with the shape of the answer. */
  repaired: string[];
  /** How many secrets were taken out of what was sent and of the answer, by kind. */
  redacted: Record<string, number>;
};

/** True for what this version wrote; files of other versions are left alone. */
export function isNarrative(value: unknown): value is Narrative {
  if (!isRecord(value) || value['version'] !== NARRATIVE_VERSION) return false;
  const { session, generation, createdAt, author, transcript, sections } = value;
  if (typeof session !== 'string' || typeof createdAt !== 'string') return false;
  if (typeof generation !== 'number' || !isRecord(transcript) || !isRecord(author)) return false;
  return isRecord(sections) && SECTIONS.every((name) => Array.isArray(sections[name]));
}
