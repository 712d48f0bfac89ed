import { parseState, type ParsedFact } from '../../src/parse-state.ts';
import { kinds, sectionOf, type GeneratedSession, type Kind, type Planted } from './planted.ts';

export type Score = {
  planted: number;
  found: number;
  told: number;
  right: number;
  missed: Planted[];
  wrong: string[];
};

export type Scores = Record<Kind, Score> & { heldOut: Score; lastPrompt: boolean };

/** What of the planted facts a state file tells, and what of what it tells was planted. */
export function measure(session: GeneratedSession, markdown: string): Scores {
  const state = parseState(markdown);
  const heldOut = emptyScore();
  const scores = kinds.map((kind): [Kind, Score] => {
    const facts = (state?.sections[sectionOf[kind]] ?? []).filter((fact) => belongs(kind, fact));
    return [
      kind,
      score(
        session.planted.filter((item) => item.kind === kind),
        facts,
        heldOut,
      ),
    ];
  });
  const phase = state?.sections['Current Phase'] ?? [];
  const lastPrompt = phase.some(({ body }) => body?.trim() === session.lastPrompt.trim());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { ...Object.fromEntries(scores), heldOut, lastPrompt } as Scores;
}

export function emptyScore(): Score {
  return { planted: 0, found: 0, told: 0, right: 0, missed: [], wrong: [] };
}

export function addScore(sum: Score, other: Score): void {
  sum.planted += other.planted;
  sum.found += other.found;
  sum.told += other.told;
  sum.right += other.right;
  sum.missed.push(...other.missed);
  sum.wrong.push(...other.wrong);
}

function score(planted: Planted[], facts: ParsedFact[], heldOut: Score): Score {
  const found = planted.filter((item) => facts.some((fact) => tells(fact, item)));
  const missed = planted.filter((item) => !found.includes(item));
  const wrong = facts.filter((fact) => !planted.some((item) => tells(fact, item)));
  heldOut.planted += planted.filter(({ isHeldOut }) => isHeldOut).length;
  heldOut.found += found.filter(({ isHeldOut }) => isHeldOut).length;
  heldOut.missed.push(...missed.filter(({ isHeldOut }) => isHeldOut));
  return {
    planted: planted.length,
    found: found.length,
    told: facts.length,
    right: facts.length - wrong.length,
    missed,
    wrong: wrong.map(({ text }) => text),
  };
}

function tells({ text, body = '' }: ParsedFact, { words }: Planted): boolean {
  const whole = `${text}\n${body}`;
  return words.every((word) => whole.includes(word));
}

/** The notes hold more than requests, and what is done in branches that were left is told as such. */
function belongs(kind: Kind, { text }: ParsedFact): boolean {
  if (kind === 'prompts') return text.startsWith('Request ');
  return !text.endsWith('(rewound)');
}
