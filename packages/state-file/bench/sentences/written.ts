import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRecord } from '@carryover/transcript';
import { languages, type Phrases } from '../recall/phrases.ts';
import type { SentenceKind } from '../../src/judge-sentence.ts';

/** What somebody wrote to an agent, and what it does: `undefined` for neither. */
export type WrittenSentence = { kind: SentenceKind | undefined; text: string };

const KINDS: Record<string, SentenceKind | undefined> = {
  constraints: 'constraint',
  decisions: 'decision',
  neutral: undefined,
};

const here = fileURLToPath(
  new URL('.', import.meta.url.replace('/node_modules/.bench/', '/bench/')),
);

/** More features tell hardly more, and each takes about two bytes. */
export const FEATURES = 15_400;

/** What the weights are fitted to: also the phrases of the generated sessions that are not set apart. */
export function sentencesToFit(): Map<string, WrittenSentence[]> {
  const generated = languages.flatMap(({ phrases }) => fromPhrases(phrases));
  return new Map([...writtenSentences('fitted'), ['generated sessions', generated]]);
}

/** Sentences by author: those that the weights are fitted to, or those that only judge them. */
export function writtenSentences(purpose: 'fitted' | 'held-out'): Map<string, WrittenSentence[]> {
  const folder = join(here, purpose);
  return new Map(
    readdirSync(folder)
      .toSorted()
      .map((file) => [file.replace('.json', ''), readSentences(join(folder, file))]),
  );
}

function fromPhrases(phrases: Phrases): WrittenSentence[] {
  return Object.entries(phrases).flatMap(([kind, texts]) =>
    texts.map((text) => ({ kind: KINDS[kind], text: text.replaceAll('{x}', 'ledger7') })),
  );
}

/** Throws an `Error` for a file that is not a list of sentences with known kinds. */
function readSentences(path: string): WrittenSentence[] {
  const rows: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (!Array.isArray(rows)) throw new Error(`${path}: no list`);
  return rows.map((row: unknown, place) => {
    const { kind, text } = isRecord(row) ? row : {};
    if (typeof kind !== 'string' || !(kind in KINDS) || typeof text !== 'string')
      throw new Error(`${path}: entry ${place + 1} has no known kind or no text`);
    return { kind: KINDS[kind], text };
  });
}
