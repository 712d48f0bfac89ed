import { SECTIONS, type Fact, type SectionName } from './fact.ts';
import { coverageLine, fitToBudget, type FittedSections } from './state-budget.ts';
import type { SessionState } from './session-state.ts';
import { neutral } from './text.ts';

export const TITLE = '# Compact Prep State';
export const NOTHING = 'None recorded';

/** What the first lines of a state file tell without the rest being read. */
export type StateHeader = {
  session: string;
  generation: number;
  createdAt: string;
  /** How many secrets were taken out, by kind. */
  redacted?: Record<string, number> | undefined;
};

/**
 * The state as Markdown: ten sections in a fixed order, each fact with its line in the transcript,
 * then what a person wrote there by hand. Above 64 KB facts are shortened; from 96 KB on the oldest are
 * left out and counted.
 */
export function renderState(state: SessionState): string {
  const { session, generation, createdAt, redacted } = state;
  const header: StateHeader = { session, generation, createdAt, redacted };
  const fitted = fitToBudget(state.sections, renderFact);
  return [
    TITLE,
    '',
    `<!-- carryover ${JSON.stringify(header)} -->`,
    `${madeBy(state)}, at ${createdAt} (generation ${generation}). ` +
      '`[@n]` is where a fact stands: n bytes into the transcript.',
    ...notesIn(state, null),
    ...SECTIONS.flatMap((name) => renderSection(name, fitted, state)),
    '',
  ].join('\n');
}

function madeBy({ takenFrom }: SessionState): string {
  return takenFrom === undefined
    ? 'Made by carryover from the transcript, without a model'
    : `Written by a model for ${takenFrom}, from which carryover took it over`;
}

function renderSection(name: SectionName, fitted: FittedSections, state: SessionState): string[] {
  const { facts, all } = fitted[name];
  const omitted = all.length - facts.length;
  const note = omitted > 0 ? [omissionLine(omitted)] : [];
  const coverage =
    name === 'Recovery Notes' ? [`- ${coverageLine(fitted)}; generation ${state.generation}`] : [];
  const lines = [...note, ...facts.flatMap(renderFact), ...coverage, ...notesIn(state, name)];
  return ['', `## ${name}`, '', ...(lines.length === 0 ? [NOTHING] : lines)];
}

function omissionLine(count: number): string {
  const older = count === 1 ? '1 older one is' : `${count} older ones are`;
  return `(${older} in the .json file beside this one)`;
}

function notesIn({ notes = [] }: SessionState, section: SectionName | null): string[] {
  return notes.filter((note) => note.section === section).map(({ line }) => line);
}

export function renderFact(fact: Fact): string[] {
  const where = fact.at ? ` [@${fact.at.offset}]` : '';
  const body = fact.body?.split('\n').map((line) => `  > ${neutral(line)}`.trimEnd()) ?? [];
  return [`- ${neutral(fact.text.replace(/\s*\n\s*/g, ' '))}${where}`, ...body];
}
