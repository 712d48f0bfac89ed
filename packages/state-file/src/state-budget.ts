import { SECTIONS, type Fact, type SectionName } from './fact.ts';
import { isPinned } from './pinned-notes.ts';
import { clip } from './text.ts';

/** Above this the Markdown is hard to read for people and models, in bytes: facts are shortened. */
const SOFT_LIMIT_BYTES = 64 * 1024;

/** Above this facts are left out, in bytes. Only what a person wrote by hand comes on top. */
const HARD_LIMIT_BYTES = 96 * 1024;

/** Room of pinned notes, which are never shortened, in bytes. All that a project can have fit. */
const PINS_BYTES = 16 * 1024;

/** What stands around the facts: headings, header, the line of coverage. */
const FRAME_BYTES = 2_000;

/** `facts` stand in the file, `all` in the `.json`. */
export type FittedSections = Record<SectionName, { facts: Fact[]; all: Fact[] }>;

/** Longest text and body of a fact in UTF-16 units, step by step. The person's own words are cut last. */
type Step = { words: number; request: number; text: number; body: number };
const STEPS: Step[] = [
  { words: 500, request: 200, text: 500, body: 16_000 },
  { words: 500, request: 140, text: 250, body: 4_000 },
  { words: 500, request: 90, text: 200, body: 2_500 },
  { words: 300, request: 50, text: 160, body: 1_500 },
  { words: 200, request: 30, text: 120, body: 1_000 },
  { words: 120, request: 25, text: 100, body: 600 },
];

const NOTES = 'Recovery Notes' satisfies SectionName;

/** Sections whose facts are what the person said. */
const WORDS = new Set<SectionName>(['Session Decisions', 'Constraints and Blockers']);

/** What gets its room first once even short facts are too many. */
const PRIORITY: SectionName[] = [
  'Current Phase',
  'Recovery Notes',
  'Constraints and Blockers',
  'Session Decisions',
  'TaskList Summary',
  'Active Plan',
  'Failed Attempts',
  'Editing Files',
  'Worker Topology',
  'Skills Invoked',
];

/** No section takes more than this part of what is left. */
const SHARE = 0.65;

/** The facts as they fit: all of them shortened as little as possible, else the newest of each section. */
export function fitToBudget(
  all: Record<SectionName, Fact[]>,
  render: (fact: Fact) => string[],
): FittedSections {
  const size = (facts: Fact[]): number => byteLength(facts.flatMap(render));
  const [pins, others] = split(all[NOTES], isPinned);
  const sections = { ...all, [NOTES]: [...newest(pins, PINS_BYTES, size), ...others] };
  let shortened = sections;
  for (const [index, step] of STEPS.entries()) {
    const isShortest = index === STEPS.length - 1;
    const limit = (isShortest ? HARD_LIMIT_BYTES : SOFT_LIMIT_BYTES) - FRAME_BYTES;
    shortened = mapSections((name) => sections[name].map((fact) => shorten(name, fact, step)));
    const total = SECTIONS.reduce((sum, name) => sum + size(shortened[name]), 0);
    if (total <= limit) return mapSections((name) => ({ facts: shortened[name], all: all[name] }));
  }
  let left = HARD_LIMIT_BYTES - FRAME_BYTES;
  const kept = new Map<SectionName, Fact[]>();
  for (const name of PRIORITY) {
    // Where everything is stays whatever happens: of the notes only checks and requests are left out.
    const [many, fixed] = name === NOTES ? split(shortened[name], isListed) : [shortened[name], []];
    const facts = [...fixed, ...newest(many, left * SHARE - size(fixed), size)];
    left -= size(facts);
    kept.set(name, facts);
  }
  return mapSections((name) => ({ facts: kept.get(name) ?? [], all: all[name] }));
}

/** How much of what is known stands in the file. */
export function coverageLine(sections: FittedSections): string {
  const notes = sections[NOTES];
  const noted = (label: string, isOne: (fact: Fact) => boolean): string =>
    `${label} ${notes.facts.filter(isOne).length}/${notes.all.filter(isOne).length}`;
  const counts = [
    ...(notes.all.some(isPinned) ? [noted('pins', isPinned)] : []),
    noted('prompts', isRequest),
    ...LABELS.map(([label, name]) => {
      const { facts, all } = sections[name];
      return `${label} ${facts.length}/${all.length}`;
    }),
  ];
  return `Coverage: ${counts.join(', ')}`;
}

const LABELS: [string, SectionName][] = [
  ['tasks', 'TaskList Summary'],
  ['decisions', 'Session Decisions'],
  ['constraints', 'Constraints and Blockers'],
  ['workers', 'Worker Topology'],
  ['skills', 'Skills Invoked'],
  ['edits', 'Editing Files'],
  ['failures', 'Failed Attempts'],
];

function isRequest({ text }: Fact): boolean {
  return text.startsWith('Request ');
}

/** Of these notes there can be many. */
function isListed(fact: Fact): boolean {
  return isRequest(fact) || fact.text.startsWith('Passed: ');
}

function split(facts: Fact[], isOne: (fact: Fact) => boolean): [Fact[], Fact[]] {
  return [facts.filter(isOne), facts.filter((fact) => !isOne(fact))];
}

function shorten(name: SectionName, fact: Fact, step: Step): Fact {
  const limit =
    name === NOTES && isRequest(fact)
      ? step.request + 30
      : WORDS.has(name)
        ? step.words
        : step.text;
  return {
    ...fact,
    text: isPinned(fact) ? fact.text : clip(fact.text, limit),
    body: fact.body === undefined ? undefined : clip(fact.body, step.body),
  };
}

function newest(facts: Fact[], room: number, size: (facts: Fact[]) => number): Fact[] {
  let left = room;
  let first = facts.length;
  while (first > 0) {
    const fact = facts[first - 1];
    left -= fact ? size([fact]) : 0;
    if (left < 0) break;
    first -= 1;
  }
  return facts.slice(first);
}

function mapSections<Value>(value: (name: SectionName) => Value): Record<SectionName, Value> {
  const entries = SECTIONS.map((name) => [name, value(name)] as const);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(entries) as Record<SectionName, Value>;
}

function byteLength(lines: string[]): number {
  return lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
}
