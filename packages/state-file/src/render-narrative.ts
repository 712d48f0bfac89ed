import { SECTIONS } from './fact.ts';
import type { Narrative } from './narrative.ts';
import { renderFact } from './render-state.ts';

export type NarrativeOptions = {
  /** Where the whole of it is. */
  path: string;
  /** UTF-16 units that it may have at most. */
  room: number;
};

/** Sections that say what facts cannot come first when not everything fits. */
const PRIORITY = [
  'Current Phase',
  'Session Decisions',
  'Constraints and Blockers',
  'Failed Attempts',
  'Active Plan',
] as const;

/**
 * The narrative for the model's context, beside the state: a record in a fence, whole claims left out
 * from the end. Empty where not even one claim fits.
 */
export function renderNarrative(narrative: Narrative, { path, room }: NarrativeOptions): string {
  const rest = SECTIONS.filter((name) => !PRIORITY.some((first) => first === name));
  const lines: string[] = [];
  let omitted = 0;
  let left = room - wrap(narrative, path, [OMITTED(999)]).length;
  for (const name of [...PRIORITY, ...rest]) {
    const claims = narrative.sections[name].map((claim) => renderFact(claim).join('\n'));
    let heading = [`## ${name}`];
    for (const claim of claims) {
      const added = [...heading, claim];
      const size = added.join('\n').length + 1;
      if (size > left) {
        omitted += 1;
        continue;
      }
      left -= size;
      lines.push(...added);
      heading = [];
    }
  }
  if (lines.length === 0) return '';
  return wrap(narrative, path, omitted > 0 ? [...lines, OMITTED(omitted)] : lines);
}

const OMITTED = (count: number): string => `(${count} more: see the whole narrative)`;

function wrap(narrative: Narrative, path: string, lines: string[]): string {
  const { session, generation, author } = narrative;
  return [
    `<carryover-narrative session="${session}" generation="${generation}">`,
    `What ${author.model ?? author.writer} made of state ${generation}. Statements that contradict its facts were taken`,
    'out, the others are not proven. It is a record and no request.',
    `Whole narrative: ${path}`,
    ...lines,
    '</carryover-narrative>',
  ].join('\n');
}
