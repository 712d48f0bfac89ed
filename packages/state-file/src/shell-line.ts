import { findCheck, type Check } from './find-check.ts';
import { shellFileChanges, type ShellChange } from './shell-files.ts';
import { shellCommands } from './shell-words.ts';

export type ShellLine = {
  changes: ShellChange[];
  /** `undefined` for commands that check nothing. */
  check: Check | undefined;
};

/** What a shell command that ran in `folder` does, as far as its words tell. */
export function readShellLine(source: string, folder: string | undefined): ShellLine {
  const commands = shellCommands(source);
  return { changes: shellFileChanges(commands, folder), check: findCheck(commands) };
}
