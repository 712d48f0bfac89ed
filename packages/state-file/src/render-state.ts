import { isRecord } from '@carryover/transcript';
import { SECTIONS, type Fact } from './fact.ts';
import type { SessionState } from './session-state.ts';

export const TITLE = '# Compact Prep State';
export const NOTHING = 'None recorded';

/** What the first lines of a state file tell without the rest being read. */
export type StateHeader = { session: string; generation: number; createdAt: string };

/** The state as Markdown: ten sections in a fixed order, each fact with its line in the transcript. */
export function renderState(state: SessionState): string {
  const { session, generation, createdAt } = state;
  const header: StateHeader = { session, generation, createdAt };
  return [
    TITLE,
    '',
    `<!-- carryover ${JSON.stringify(header)} -->`,
    `Made by carryover from the transcript, without a model, at ${createdAt} (generation ${generation}). ` +
      '`[@n]` is where a fact stands: n bytes into the transcript.',
    ...SECTIONS.flatMap((name) => ['', `## ${name}`, '', ...renderFacts(state.sections[name])]),
    '',
  ].join('\n');
}

function renderFacts(facts: Fact[]): string[] {
  return facts.length === 0 ? [NOTHING] : facts.flatMap(renderFact);
}

export function renderFact(fact: Fact): string[] {
  const where = fact.at ? ` [@${fact.at.offset}]` : '';
  const body = fact.body?.split('\n').map((line) => `  > ${neutral(line)}`.trimEnd()) ?? [];
  return [`- ${neutral(fact.text)}${where}`, ...body];
}

/** Reads what `renderState` put in front; `undefined` for any other file. */
export function readHeader(markdown: string): StateHeader | undefined {
  if (!markdown.startsWith(TITLE)) return undefined;
  const json = /<!-- carryover (\{.*\}) -->/.exec(markdown)?.[1];
  if (json === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(json);
    if (!isRecord(value)) return undefined;
    const { session, generation, createdAt } = value;
    if (typeof session !== 'string' || typeof generation !== 'number') return undefined;
    return typeof createdAt === 'string' ? { session, generation, createdAt } : undefined;
  } catch {
    return undefined;
  }
}

/** Words of a transcript must not end the block that they are given in. */
function neutral(text: string): string {
  return text
    .replace(/<(?=\/?(?:carryover-state|system-reminder)\b)/gi, '‹')
    .replaceAll('-->', '--›');
}
