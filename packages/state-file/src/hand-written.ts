import { SECTIONS, type SectionName } from './fact.ts';
import { headingText, linesIn, readHeader } from './parse-state.ts';
import { renderState } from './render-state.ts';
import type { SessionState } from './session-state.ts';
import { sha1 } from './sha1.ts';

/** A line of the state file that a person or an agent wrote, and where it stands. */
export type HandWrittenLine = {
  /** `null` before the first section. */
  section: SectionName | null;
  line: string;
};

/**
 * The lines of a state file that we did not write, word for word, with the empty ones between two of
 * them; those that `previous` had already taken over are among them.
 */
export function handWrittenLines(
  markdown: string,
  previous: SessionState,
): HandWrittenLine[] | undefined {
  // After a crash the file may be older than `previous`: its lines are ours, only not known any more.
  const generation = readHeader(markdown)?.generation ?? previous.generation;
  if (generation !== previous.generation) return previous.notes;
  const ours = new Map<string, number>();
  for (const mark of previous.written ?? writtenLines(previous)) {
    ours.set(mark, (ours.get(mark) ?? 0) + 1);
  }
  const kept: HandWrittenLine[] = [];
  // Since a line that somebody wrote: those before a line of ours are ours.
  let empty: HandWrittenLine[] | undefined;
  for (const entry of linesOf(markdown)) {
    if (isEmpty(entry)) {
      empty?.push(entry);
      continue;
    }
    const mark = markOf(entry);
    const left = ours.get(mark) ?? 0;
    if (left > 0) ours.set(mark, left - 1);
    else {
      if (kept.at(-1)?.section === entry.section) kept.push(...(empty ?? []));
      kept.push(entry);
    }
    empty = left > 0 ? undefined : [];
  }
  return kept;
}

function isEmpty({ line }: HandWrittenLine): boolean {
  return line.trim() === '';
}

/** Marks of the lines that we write for a state: a later version may write them in other words. */
export function writtenLines(state: SessionState): string[] {
  const lines = linesOf(renderState({ ...state, notes: [] }));
  return lines.filter((line) => !isEmpty(line)).map(markOf);
}

/** Editors change bullets and take away space at line ends. */
function markOf({ section, line }: HandWrittenLine): string {
  return sha1(`${section ?? ''}\n${line.replace(/^[*+] /, '- ').trimEnd()}`).slice(0, 8);
}

function linesOf(markdown: string): HandWrittenLine[] {
  let section: SectionName | null = null;
  return linesIn(markdown).flatMap((line) => {
    const text = headingText(line);
    const heading = SECTIONS.find((name) => name === text);
    if (heading) section = heading;
    return heading ? [] : [{ section, line }];
  });
}
