import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomic } from '@carryover/state-file';
import { askVersion, readVersion } from '../client-version.ts';
import { readConfig } from '../config/read-config.ts';
import { prepareWriter, type WriterChoice } from '../config/set-writer.ts';
import { installedFiles } from '../hook-bundle.ts';
import { leniencyProblem } from '../settings/check-settings.ts';
import { addHooks, isOff, ourCommands, removeHooks } from '../settings/edit-settings.ts';
import {
  HOOK_FILE,
  registrationsFor,
  wantedRegistrations,
  type Registration,
} from '../settings/hook-entries.ts';
import { readRecord, writeRecord, type InstallRecord } from '../settings/install-record.ts';
import { installedIn } from '../settings/installed-in.ts';
import { readSettings, writeSettings, type SettingsFile } from '../settings/settings-file.ts';
import { settingsPath, type Scope } from '../settings/settings-path.ts';
import { chooseWriter, type WriterOptions } from './choose-writer.ts';
import { folders } from './folders.ts';
import { workFolder } from './sessions.ts';

export type InstallOptions = WriterOptions & {
  scope: Scope;
  clientVersion?: string;
  claude?: string;
};

/**
 * Registers the hooks in a settings file. Run again it renews what it registered. Nothing is written
 * before all is read, checked and asked.
 */
export async function install({ scope, ...options }: InstallOptions): Promise<void> {
  const { home, configDir } = folders();
  const place = { configDir, folder: workFolder() };
  const given = options.clientVersion;
  const version = given === undefined ? await askVersion(options.claude) : readVersion(given);
  const { config } = readConfig({ home, project: place.folder });
  const wanted = wantedRegistrations(config);
  const registrations = registrationsFor(version, wanted);
  const settings = readSettings(settingsPath(scope, place));
  const file = join(home, 'bin', HOOK_FILE);
  const after = addHooks(settings, registrations, { node: process.execPath, file });
  const before = textBefore(readRecord(home, settings.path), settings);
  const others = installedIn(place).filter(({ path }) => path !== settings.path);
  const events = registrations.map(({ event }) => event).join(', ');
  const choice = await chooseWriter(home, options);
  const keepChoice = choice && prepareWriter(home, choice);
  if (options.dryRun) {
    console.log(`Would register ${events} in ${settings.path}:\n\n${after}`);
    if (choice) console.log(`Would set the writer to ${choice.writer}.`);
    return;
  }
  for (const { name, path } of installedFiles())
    writeAtomic(join(home, 'bin', name), readFileSync(path), home);
  keepChoice?.();
  if (after !== settings.text) {
    keepCopy(home, settings);
    writeSettings(settings.path, after);
  }
  writeRecord(home, settings.path, { before, after });
  console.log(`Registered ${events} in ${settings.path}.`);
  console.log(versionNote(version, wanted, registrations));
  const unread = leniencyProblem(after);
  if (unread !== undefined) console.log(`They will not run yet: ${unread}. Take it out.`);
  if (isOff(after))
    console.log('They will not run while "disableAllHooks" is true in these settings.');
  if (scope === 'project')
    console.log(
      'Whoever shares this file gets the paths of this machine; --scope local keeps them yours.',
    );
  for (const other of others) console.log(otherScope(other, after));
  if (choice) console.log(WRITER_NOTES[choice.writer]);
  console.log(`States, backups and the run log: ${home}`);
}

/** Claude Code runs the same command once, in however many files it stands. */
function otherScope({ path, text = '' }: SettingsFile, after: string): string {
  const registered = new Set(ourCommands(after));
  return ourCommands(text).every((command) => registered.has(command))
    ? `Also registered in ${path}: Claude Code runs the same command once.`
    : `Also registered in ${path}, by other commands, which run too: run carryover install or uninstall with the --scope of that file.`;
}

/** What `uninstall` gives back: never a text with hooks of ours in it. */
function textBefore(record: InstallRecord | undefined, settings: SettingsFile): string | null {
  if (settings.text === undefined) return null;
  return record?.after === settings.text ? record.before : removeHooks(settings);
}

/** Should anything ever go wrong with the settings, they are still there as they were. */
function keepCopy(home: string, { text }: SettingsFile): void {
  if (text === undefined) return;
  const stamp = new Date().toISOString().replaceAll(':', '-');
  writeAtomic(join(home, 'settings', `${stamp}.json`), text, home);
}

function versionNote(
  version: string | undefined,
  wanted: Registration[],
  registered: Registration[],
): string {
  const left = wanted.filter((item) => !registered.includes(item)).map(({ event }) => event);
  if (left.length === 0) return `Claude Code ${version}: it has all of these events.`;
  const why = version
    ? `Claude Code ${version} does not have it`
    : 'no claude on the PATH told its version; name it with --claude <path> or --client-version <version>';
  return `Not registered: ${left.join(', ')} (${why}).`;
}

const WRITER_NOTES: Record<WriterChoice['writer'], string> = {
  none: 'No model is asked. To change that: carryover install --writer claude',
  claude:
    'After a compaction claude is asked; the account that it is logged in as pays. To stop that: carryover install --writer none',
  anthropic:
    'After a compaction the Anthropic API is asked; the owner of the key pays. To stop that: carryover install --writer none',
};
