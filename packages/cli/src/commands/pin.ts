import {
  addPin,
  loadState,
  projectId,
  listStates,
  readPins,
  removePin,
  saveState,
  withPins,
  type Pin,
} from '@carryover/state-file';
import { redactSecrets } from '@carryover/state-file/redact';
import { CliError } from '../cli-error.ts';
import { folders } from './folders.ts';
import { print } from './print.ts';
import { workFolder } from './sessions.ts';

export type PinOptions = { remove?: string; json?: boolean };

/** Keeps a note in every state of this project, takes one out, or lists them. */
export async function pin(words: string[], options: PinOptions): Promise<void> {
  const { home } = folders();
  const project = projectId(workFolder());
  const pins = await change(home, project, words.join(' '), options);
  print(options, { project, pins }, () => listed(pins));
}

async function change(
  home: string,
  project: string,
  note: string,
  { remove }: PinOptions,
): Promise<Pin[]> {
  if (remove !== undefined) {
    if (!/^[1-9]\d*$/.test(remove))
      throw new CliError(`--remove needs a number from the list: carryover pin`);
    if (note !== '')
      throw new CliError('--remove takes a number alone. Pin the note by a call of its own.');
    return pinned(home, project, removePin(home, project, Number(remove)));
  }
  if (note === '') return readPins(home, project);
  // What is pinned stands in files and in every context.
  const { texts } = await redactSecrets([note]);
  const pins = addPin(home, project, { at: new Date().toISOString(), text: texts[0] ?? '' });
  return pinned(home, project, pins);
}

/** The newest state has them at once; the next one reads them anyway. */
function pinned(home: string, project: string, pins: Pin[]): Pin[] {
  const [newest] = listStates(home, project);
  const state = newest && loadState(home, project, newest.session);
  if (state) saveState(home, withPins(state, pins));
  return pins;
}

function listed(pins: Pin[]): string {
  if (pins.length === 0)
    return 'Nothing is pinned in this project. Pin a note: carryover pin "never touch migrations/"';
  return pins.map(({ text, at }, index) => `${index + 1}  ${at.slice(0, 10)}  ${text}`).join('\n');
}
