import { readFileSync } from 'node:fs';
import { statePaths } from '@carryover/state-file';
import { CliError } from '../cli-error.ts';
import { findGaps } from '../gaps/find-gaps.ts';
import { gapLine } from '../gaps/gap-text.ts';
import { folders } from './folders.ts';
import { print, shortId } from './print.ts';
import { evidenceOf, findState } from './sessions.ts';

/** What the newest summary of a session does not mention of its state. */
export function gaps(session: string | undefined, options: { json?: boolean }): void {
  const { home } = folders();
  const file = findState(home, session);
  const { project, session: id } = file;
  const summary = readSummaryFile(statePaths(home, project, id).summary, id);
  const state = evidenceOf(home, file);
  const found = [...findGaps(state, summary)];
  const listed = found.map(({ section, fact }) => ({
    section,
    text: fact.text,
    offset: fact.at?.offset,
  }));
  print(options, { session: id, generation: state.generation, gaps: listed }, () => {
    if (found.length === 0)
      return `The summary of session ${shortId(id)} mentions all that counts.`;
    const count = found.length === 1 ? '1 point' : `${found.length} points`;
    return [
      `The summary of session ${shortId(id)} does not mention ${count}:`,
      ...found.map(gapLine),
    ].join('\n');
  });
}

function readSummaryFile(path: string, session: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new CliError(
      `No summary of session ${session} is kept. It comes with PostCompact, which Claude Code has since 2.1.76.`,
    );
  }
}
