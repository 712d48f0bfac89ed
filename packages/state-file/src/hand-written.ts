import { SECTIONS, type SectionName } from './fact.ts';
import { renderState } from './render-state.ts';
import type { SessionState } from './session-state.ts';

/** A line of the state file that a person or an agent wrote, and where it stands. */
export type HandWrittenLine = {
  /** `null` before the first section. */
  section: SectionName | null;
  line: string;
};

/**
 * The lines of a state file that we did not write, word for word: what stands in it besides what
 * `previous` renders to, and those of `previous` itself that are still there.
 */
export function handWrittenLines(markdown: string, previous: SessionState): HandWrittenLine[] {
  const ours = new Map<string, number>();
  for (const { section, line } of linesOf(renderState({ ...previous, notes: [] }))) {
    const key = JSON.stringify([section, line]);
    ours.set(key, (ours.get(key) ?? 0) + 1);
  }
  return linesOf(markdown).filter(({ section, line }) => {
    const key = JSON.stringify([section, line]);
    const left = ours.get(key) ?? 0;
    if (left > 0) ours.set(key, left - 1);
    return left === 0;
  });
}

function linesOf(markdown: string): HandWrittenLine[] {
  let section: SectionName | null = null;
  return markdown.split(/\r?\n/).flatMap((line) => {
    const heading = SECTIONS.find((name) => line === `## ${name}`);
    if (heading) section = heading;
    return heading || line.trim() === '' ? [] : [{ section, line }];
  });
}
