import addTab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';

/** Adds `completion <shell>` and the hidden `complete` that its scripts ask, from the commands there are. */
export function addCompletion(program: Command): void {
  addTab(program, { completionCommandName: 'completion' });
}
