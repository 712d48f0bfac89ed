import { SECTIONS, type Fact, type SectionName } from '../fact.ts';
import type { DropReason } from '../narrative.ts';
import type { SessionState } from '../session-state.ts';
import { contradictions } from './contradiction.ts';
import { isImperative } from './imperative.ts';
import { unknownPath } from './known-paths.ts';
import type { Claim } from './read-answer.ts';

export type CheckedClaims = {
  sections: Record<SectionName, Fact[]>;
  kept: number;
  dropped: Partial<Record<DropReason, number>>;
};

/** What a section may hold. */
const MAX_KEPT = 8;

/** Keeps the statements that may stand beside the facts; the others are counted by what is wrong. */
export function checkClaims(claims: Claim[], state: SessionState, known: string): CheckedClaims {
  const contradicts = contradictions(state);
  const places = new Set([...known.matchAll(/\[@(\d+)\]/g)].map(([, offset]) => Number(offset)));
  const entries = SECTIONS.map((name): [SectionName, Fact[]] => [name, []]);
  const sections = new Map(entries);
  const dropped: CheckedClaims['dropped'] = {};
  let kept = 0;
  for (const { section, text, at } of claims) {
    const facts = sections.get(section) ?? [];
    const reason = isImperative(text)
      ? 'imperative'
      : unknownPath(text, known) !== undefined
        ? 'unknown path'
        : contradicts(text)
          ? 'contradiction'
          : facts.length >= MAX_KEPT
            ? 'too much'
            : undefined;
    if (reason) dropped[reason] = (dropped[reason] ?? 0) + 1;
    else {
      facts.push({ text, at: at !== undefined && places.has(at) ? { offset: at } : undefined });
      kept += 1;
    }
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { sections: Object.fromEntries(sections) as CheckedClaims['sections'], kept, dropped };
}
