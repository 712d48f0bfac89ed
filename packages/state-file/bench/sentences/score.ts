import type { SentenceKind } from '../../src/judge-sentence.ts';
import type { WrittenSentence } from './written.ts';

/** Shares, 0 to 1. Precision counts both kinds together. */
export type Score = { constraints: number; decisions: number; neither: number; precision: number };

/** How well what is told of messages agrees with what they do. */
export function scoreOf(
  written: WrittenSentence[],
  kindsIn: (text: string) => SentenceKind[],
): Score {
  const rows = written.map(({ kind, text }) => ({ kind, told: kindsIn(text) }));
  const recall = (wanted: SentenceKind): number => {
    const of = rows.filter(({ kind }) => kind === wanted);
    return of.filter(({ told }) => told.includes(wanted)).length / of.length;
  };
  const neither = rows.filter(({ kind }) => kind === undefined);
  const told = rows.flatMap((row) => row.told.map((kind) => kind === row.kind));
  return {
    constraints: recall('constraint'),
    decisions: recall('decision'),
    neither: neither.filter((row) => row.told.length === 0).length / neither.length,
    precision: told.filter(Boolean).length / told.length,
  };
}
