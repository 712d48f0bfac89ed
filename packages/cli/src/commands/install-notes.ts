import { lintHooks } from '@carryover/schemas/settings';
import type { WriterChoice } from '../config/set-writer.ts';
import { leniencyProblem } from '../settings/check-settings.ts';
import { valueAt } from '../settings/edit-json.ts';
import { isOff, ourHooks } from '../settings/edit-settings.ts';
import type { Registration } from '../settings/hook-entries.ts';
import { missingProgram } from '../settings/missing-program.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import type { Scope } from '../settings/settings-path.ts';

/** What `install` has done, and what a person may want to know of it. */
export type Installed = {
  scope: Scope;
  path: string;
  /** The text of that file. */
  text: string;
  /** Of the client. */
  version: string | undefined;
  /** What the settings should register, and what of that they do. */
  wanted: Registration[];
  registered: Registration[];
  /** The events that are left to a plugin. */
  brought: string[];
  /** Settings files that register hooks of ours too. */
  others: SettingsFile[];
  writer: WriterChoice['writer'] | undefined;
};

export function installNotes(installed: Installed): string[] {
  const { scope, path, text, registered, brought, others, writer } = installed;
  const unread = leniencyProblem(text);
  return [
    `Registered ${eventsOf(registered)} in ${path}.`,
    ...(brought.length > 0 ? [`The plugin brings ${brought.join(', ')}: left to it.`] : []),
    ...(registered.length > 0 ? [versionNote(installed)] : []),
    ...(unread === undefined ? [] : [`They will not run yet: ${unread}. Take it out.`]),
    ...fileLints(installed).map((says) => `They will not run: ${says}`),
    ...(isOff(text)
      ? ['They will not run while "disableAllHooks" is true in these settings.']
      : []),
    ...(scope === 'project' && registered.length > 0
      ? ['Whoever shares this file gets the paths of this machine; --scope local keeps them yours.']
      : []),
    ...others.map((other) => otherScope(other, text)),
    ...(writer ? [WRITER_NOTES[writer]] : []),
  ];
}

/** Why the client would run no hook of the file, ours neither. */
function fileLints({ text, version }: Installed): string[] {
  return lintHooks(valueAt(text, []), version === undefined ? {} : { client: version })
    .filter(({ effect, rule }) => effect === 'file' && rule !== 'hooks-disabled')
    .map(({ message }) => message);
}

/** By name; `nothing` for none. */
export function eventsOf(registrations: Registration[]): string {
  return registrations.map(({ event }) => event).join(', ') || 'nothing';
}

function versionNote({ version, wanted, registered }: Installed): string {
  const left = wanted.filter((item) => !registered.includes(item));
  if (left.length === 0)
    return version === undefined
      ? 'Which version of Claude Code there is nobody told: the events are those that were registered before.'
      : `Claude Code ${version}: it has all of these events.`;
  const why = version
    ? `Claude Code ${version} does not have it`
    : 'no claude on the PATH told its version; name it with --claude <path> or --client-version <version>';
  return `Not registered: ${eventsOf(left)} (${why}).`;
}

/** The client runs the same command once, in however many files it stands. */
function otherScope({ path, text = '' }: SettingsFile, registered: string): string {
  const ours = ourHooks(registered);
  const others = ourHooks(text).filter(({ event, command }) =>
    ours.some((hook) => hook.event === event && hook.command !== command),
  );
  if (others.length > 0 && others.every((hook) => missingProgram(hook) !== undefined))
    return `Also registered in ${path}, by commands of another machine, which stay silent here.`;
  return others.length > 0
    ? `Also registered in ${path}, by other commands, which run too: run carryover install or uninstall with the --scope of that file.`
    : `Also registered in ${path}: Claude Code runs the same command once.`;
}

const WRITER_NOTES: Record<WriterChoice['writer'], string> = {
  none: 'No model is asked. To change that: carryover install --writer claude',
  claude:
    'After a compaction claude is asked; the account that it is logged in as pays. To stop that: carryover install --writer none',
  anthropic:
    'After a compaction the Anthropic API is asked; the owner of the key pays. To stop that: carryover install --writer none',
};
