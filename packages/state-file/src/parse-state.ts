import { isRecord } from '@carryover/transcript';
import { SECTIONS, type SectionName } from './fact.ts';
import { NOTHING, TITLE, type StateHeader } from './render-state.ts';

export type ParsedFact = {
  text: string;
  body?: string | undefined;
  /** Bytes from the start of the transcript. */
  offset?: number | undefined;
};

export type ParsedState = {
  header: StateHeader | undefined;
  sections: Record<SectionName, ParsedFact[]>;
  /** Lines that are no facts, as they stand there; of the part before the first section under `null`. */
  others: { section: SectionName | null; line: string }[];
};

/**
 * Reads what `renderState` wrote, also after a person edited it: other line ends, heading levels or
 * emphasis do no harm, missing sections are empty. `undefined` for a file that is no state at all.
 */
export function parseState(markdown: string): ParsedState | undefined {
  const lines = linesIn(markdown);
  const title = lines.findIndex(isTitle);
  if (title === -1) return undefined;
  const state: ParsedState = {
    header: readHeader(markdown),
    sections: emptySections(),
    others: [],
  };
  let section: SectionName | null = null;
  for (const line of lines.slice(title + 1)) {
    const heading = SECTIONS.find((name) => name === headingText(line));
    if (heading) section = heading;
    else addLine(state, section, line);
  }
  return state;
}

export function linesIn(markdown: string): string[] {
  return markdown.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
}

function isTitle(line: string): boolean {
  return headingText(line) === TITLE.slice(2);
}

/** Reads what `renderState` put below the title; `undefined` for any other file. */
export function readHeader(markdown: string): StateHeader | undefined {
  if (!linesIn(markdown).some(isTitle)) return undefined;
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

function addLine(state: ParsedState, section: SectionName | null, line: string): void {
  if (line.trim() === '' || line.trim() === NOTHING) return;
  const facts = section === null ? undefined : state.sections[section];
  const item = facts && /^- (.*?)(?: \[@(\d+)\])?\s*$/s.exec(line);
  const body = /^  >(?: (.*))?$/s.exec(line);
  const last = facts?.at(-1);
  if (item) {
    const [, text = '', offset] = item;
    facts.push({ text, offset: offset === undefined ? undefined : Number(offset) });
  } else if (body && last) {
    const said = body[1] ?? '';
    last.body = last.body === undefined ? said : `${last.body}\n${said}`;
  } else state.others.push({ section, line });
}

/** The words of a heading of any level, without emphasis; `undefined` for other lines. */
export function headingText(line: string): string | undefined {
  const text = /^#{1,6}\s+(.*?)\s*#*\s*$/.exec(line)?.[1] ?? /^\*\*(.+)\*\*\s*$/.exec(line)?.[1];
  return text?.replace(/^\*\*(.+)\*\*$/, '$1').replace(/:$/, '');
}

function emptySections(): ParsedState['sections'] {
  return {
    'Active Plan': [],
    'Current Phase': [],
    'TaskList Summary': [],
    'Session Decisions': [],
    'Constraints and Blockers': [],
    'Worker Topology': [],
    'Skills Invoked': [],
    'Editing Files': [],
    'Failed Attempts': [],
    'Recovery Notes': [],
  };
}
