import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomic } from '@carryover/state-file';
import { askVersion, readVersion } from '../client-version.ts';
import { installedFiles } from '../hook-bundle.ts';
import { leniencyProblem } from '../settings/check-settings.ts';
import { addHooks, isOff, removeHooks } from '../settings/edit-settings.ts';
import { HOOK_FILE, REGISTRATIONS, registrationsFor } from '../settings/hook-entries.ts';
import { readRecord, writeRecord, type InstallRecord } from '../settings/install-record.ts';
import { readSettings, writeSettings, type SettingsFile } from '../settings/settings-file.ts';
import { folders } from './folders.ts';

export type InstallOptions = {
  clientVersion?: string;
  claude?: string;
  dryRun?: boolean;
};

/** Registers the hooks in the user's settings file. Run again it renews what it registered. */
export async function install(options: InstallOptions): Promise<void> {
  const { home, configDir } = folders();
  const given = options.clientVersion;
  const version = given === undefined ? await askVersion(options.claude) : readVersion(given);
  const registrations = registrationsFor(version);
  const settings = readSettings(configDir);
  const file = join(home, 'bin', HOOK_FILE);
  const after = addHooks(settings, registrations, { node: process.execPath, file });
  const events = registrations.map(({ event }) => event).join(', ');
  if (options.dryRun) {
    console.log(`Would register ${events} in ${settings.path}:\n\n${after}`);
    return;
  }
  for (const { name, path } of installedFiles())
    writeAtomic(join(home, 'bin', name), readFileSync(path), home);
  const before = textBefore(readRecord(home, settings.path), settings);
  if (after !== settings.text) {
    keepCopy(home, settings);
    writeSettings(settings.path, after);
  }
  writeRecord(home, settings.path, { before, after });
  console.log(`Registered ${events} in ${settings.path}.`);
  console.log(versionNote(version));
  const unread = leniencyProblem(after);
  if (unread !== undefined) console.log(`They will not run yet: ${unread}. Take it out.`);
  if (isOff(after))
    console.log('They will not run while "disableAllHooks" is true in these settings.');
  console.log(`States, backups and the run log: ${home}`);
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

function versionNote(version: string | undefined): string {
  const known = new Set(registrationsFor(version).map(({ event }) => event));
  const left = REGISTRATIONS.filter(({ event }) => !known.has(event)).map(({ event }) => event);
  if (left.length === 0) return `Claude Code ${version}: it has all of these events.`;
  const why = version
    ? `Claude Code ${version} does not have it`
    : 'no claude on the PATH told its version; name it with --claude <path> or --client-version <version>';
  return `Not registered: ${left.join(', ')} (${why}).`;
}
