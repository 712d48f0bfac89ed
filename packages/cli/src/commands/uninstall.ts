import { removeHooks } from '../settings/edit-settings.ts';
import { readRecord, writeRecord } from '../settings/install-record.ts';
import { readSettings, writeSettings, type SettingsFile } from '../settings/settings-file.ts';
import { folders } from './folders.ts';

/**
 * Takes the hooks out of the settings. What was kept of sessions stays until the person deletes it,
 * and so does the program: sessions that are running still start it.
 */
export function uninstall(): void {
  const { home, configDir } = folders();
  const settings = readSettings(configDir);
  const text = textWithout(home, settings);
  if (text === settings.text) {
    console.log(`There are no hooks of carryover in ${settings.path}.`);
    return;
  }
  writeSettings(settings.path, text);
  writeRecord(home, settings.path, undefined);
  console.log(`Took carryover's hooks out of ${settings.path}.`);
  console.log(`States, backups and the program stay in ${home}: delete it once no session runs.`);
}

/** Byte for byte what it was before `install`, unless somebody has edited the file since. */
function textWithout(home: string, settings: SettingsFile): string | undefined {
  if (settings.text === undefined) return undefined;
  const record = readRecord(home, settings.path);
  if (record?.after === settings.text) return record.before ?? undefined;
  return removeHooks(settings);
}
