import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomic } from '@carryover/state-file';
import { clientVersion } from '../client-version.ts';
import { hookBundle, redactBundle } from '../hook-bundle.ts';
import { REDACT_FILE } from '../hooks/load-redact.ts';
import { addHooks, removeHooks } from '../settings/edit-settings.ts';
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
  const version = options.clientVersion ?? (await clientVersion(options.claude));
  const registrations = registrationsFor(version);
  const settings = readSettings(configDir);
  const file = join(home, 'bin', HOOK_FILE);
  const after = addHooks(settings, registrations, { node: process.execPath, file });
  const events = registrations.map(({ event }) => event).join(', ');
  if (options.dryRun) {
    console.log(`Would register ${events} in ${settings.path}:\n\n${after}`);
    return;
  }
  writeAtomic(join(home, 'bin', REDACT_FILE), readFileSync(redactBundle()), home);
  writeAtomic(file, readFileSync(hookBundle()), home);
  writeRecord(home, {
    settings: settings.path,
    before: textBefore(readRecord(home), settings),
    after,
  });
  if (after !== settings.text) writeSettings(settings.path, after);
  console.log(`Registered ${events} in ${settings.path}.`);
  console.log(versionNote(version));
  console.log(`States, backups and the run log: ${home}`);
}

/** What `uninstall` gives back: never a text with hooks of ours in it. */
function textBefore(
  record: InstallRecord | undefined,
  { path, text }: SettingsFile,
): string | null {
  if (text === undefined) return null;
  if (record?.settings === path && record.after === text) return record.before;
  return removeHooks({ path, text });
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
