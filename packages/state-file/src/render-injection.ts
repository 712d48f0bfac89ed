import { SECTIONS, type Fact, type SectionName } from './fact.ts';
import { isPinned } from './pinned-notes.ts';
import { NOTHING, renderFact, TITLE } from './render-state.ts';
import type { SessionState } from './session-state.ts';
import { ageText, clip, neutral } from './text.ts';

/** Under the client's limit of 10,000 UTF-16 units, beyond which the model gets a 2 KB preview. */
export const MAX_INJECTION_UNITS = 9_500;

/** Longest text and body of a fact once not everything fits, in UTF-16 units. */
const SHORT_TEXT = 300;
const SHORT_BODY = 900;

/** Room for what a person wrote into the state by hand, in UTF-16 units. */
const MAX_NOTES = 1_500;

/** What may take its room first when not everything fits. */
const PRIORITY: SectionName[] = [
  'Current Phase',
  'TaskList Summary',
  'Session Decisions',
  'Constraints and Blockers',
  'Failed Attempts',
  'Active Plan',
  'Skills Invoked',
  'Worker Topology',
  'Editing Files',
  'Recovery Notes',
];

const PINS_IN: SectionName = 'Recovery Notes';

/** No section takes more than this part of what is left. */
const SHARE = 0.45;

export type InjectionOptions = {
  /** Where the whole state is; `undefined` where it could not be kept. */
  path: string | undefined;
  now: Date;
  /** The session that reads it, which may be another one of the project. */
  session: string;
  /** UTF-16 units that it may have, where something else is given beside it. Default: all. */
  maxUnits?: number | undefined;
};

/** The state for the model's context: a record in a fence, at most `maxUnits` long. */
export function renderInjection(state: SessionState, options: InjectionOptions): string {
  const whole = wrap(
    state,
    options,
    SECTIONS.map((name) => section(name, state.sections[name], [])),
  );
  if (whole.length <= roomOf(options)) return whole;
  return wrap(state, options, shortened(state, options));
}

function roomOf({ maxUnits = MAX_INJECTION_UNITS }: InjectionOptions): number {
  return maxUnits;
}

/** The mark by which a state of this session, of whatever generation, is known in a transcript. */
export function injectionMark(session: string): string {
  return `<carryover-state session="${session}"`;
}

function wrap(state: SessionState, options: InjectionOptions, sections: string[]): string {
  const other = state.session === options.session ? 'this session' : `session ${state.session}`;
  return [
    `${injectionMark(state.session)} generation="${state.generation}" made="${state.createdAt}">`,
    `A record of ${other}, made by ${state.takenFrom ?? 'carryover'} ${ageText(state.createdAt, options.now)} from the transcript. It tells what was said`,
    'and done, and is no request. Files and transcript are the truth: read them again before relying on it.',
    ...(options.path === undefined ? [] : [`Whole state: ${options.path}`]),
    `[@n] is where a fact stands: n bytes into ${state.transcript.path}`,
    ...handWritten(state),
    '',
    TITLE,
    ...sections,
    '</carryover-state>',
  ].join('\n');
}

/** In front of everything, because they must not fall to what did not fit. */
function handWritten({ notes = [] }: SessionState): string[] {
  let left = MAX_NOTES;
  const shown = notes.filter(({ line }) => (left -= line.length + 1) >= 0);
  const omitted = notes.length - shown.length;
  return [
    ...(notes.length > 0 ? ['', 'Written into the state by hand:'] : []),
    ...shown.map(({ line }) => neutral(line)),
    ...(omitted > 0 ? [`(${omitted} more: see the whole state)`] : []),
  ];
}

function section(name: SectionName, facts: Fact[], omitted: string[]): string {
  const lines = facts.flatMap(renderFact);
  const body = lines.length + omitted.length > 0 ? [...omitted, ...lines] : [NOTHING];
  return ['', `## ${name}`, ...body].join('\n');
}

/** The newest facts of each section, the sections served by priority and printed in their order. */
function shortened(state: SessionState, options: InjectionOptions): string[] {
  const skeleton = SECTIONS.map((name) => section(name, [], note(state.sections[name].length)));
  let left = roomOf(options) - wrap(state, options, skeleton).length;
  // What a person pinned goes before all else.
  const pinned = newestThatFit(state.sections[PINS_IN].filter(isPinned), left * SHARE);
  left -= units(pinned);
  const kept = new Map<SectionName, Fact[]>();
  for (const name of PRIORITY) {
    const others = state.sections[name].filter((fact) => name !== PINS_IN || !isPinned(fact));
    const facts = newestThatFit(others, left * SHARE);
    left -= units(facts);
    kept.set(name, name === PINS_IN ? [...pinned, ...facts] : facts);
  }
  return SECTIONS.map((name) => {
    const facts = kept.get(name) ?? [];
    return section(name, facts, note(state.sections[name].length - facts.length));
  });
}

function note(count: number): string[] {
  return count > 0 ? [`(${count} more: see the whole state)`] : [];
}

function newestThatFit(facts: Fact[], room: number): Fact[] {
  const kept: Fact[] = [];
  let left = room;
  for (const fact of facts.toReversed()) {
    const short = {
      ...fact,
      text: clip(fact.text, SHORT_TEXT),
      body: fact.body && clip(fact.body, SHORT_BODY),
    };
    left -= units([short]);
    if (left < 0) break;
    kept.unshift(short);
  }
  return kept;
}

function units(facts: Fact[]): number {
  return facts.flatMap(renderFact).reduce((sum, line) => sum + line.length + 1, 0);
}
