import { readFileSync } from 'node:fs';
import { loadState, statePaths } from '@carryover/state-file';
import { CliError } from '../cli-error.ts';
import { findGaps } from '../gaps/find-gaps.ts';
import { gapLine } from '../gaps/gap-text.ts';
import { folders } from './folders.ts';
import { print, shortId } from './print.ts';
import { findState } from './sessions.ts';

/** What the newest summary of a session does not mention of its state. */
export function gaps(session: string | undefined, options: { json?: boolean }): void {
  const { home } = folders();
  const { project, session: id } = findState(home, session);
  const state = loadState(home, project, id);
  const summary = readSummaryFile(statePaths(home, project, id).summary, id);
  if (!state)
    throw new CliError(`The state of session ${id} is of another version. Compact once more.`);
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
