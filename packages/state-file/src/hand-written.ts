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
 * The lines of a state file that we did not write, word for word, those that `previous` had already
 * taken over among them.
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
  return linesOf(markdown).filter((line) => {
    const mark = markOf(line);
    const left = ours.get(mark) ?? 0;
    if (left > 0) ours.set(mark, left - 1);
    return left === 0;
  });
}

/** Marks of the lines that we write for a state: a later version may write them in other words. */
export function writtenLines(state: SessionState): string[] {
  return linesOf(renderState({ ...state, notes: [] })).map(markOf);
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
    return heading || line.trim() === '' ? [] : [{ section, line }];
  });
}
