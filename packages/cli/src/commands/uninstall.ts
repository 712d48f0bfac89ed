import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { REDACT_FILE } from '../hooks/load-redact.ts';
import { removeHooks } from '../settings/edit-settings.ts';
import { HOOK_FILE } from '../settings/hook-entries.ts';
import { readRecord, removeRecord } from '../settings/install-record.ts';
import { readSettings, writeSettings, type SettingsFile } from '../settings/settings-file.ts';
import { folders } from './folders.ts';

/** Takes the hooks out of the settings. What was kept of sessions stays until the person deletes it. */
export function uninstall(): void {
  const { home, configDir } = folders();
  const settings = readSettings(configDir);
  const text = textWithout(home, settings);
  if (text !== settings.text) writeSettings(settings.path, text);
  for (const file of [HOOK_FILE, REDACT_FILE]) rmSync(join(home, 'bin', file), { force: true });
  removeRecord(home);
  console.log(`No hooks of carryover in ${settings.path}. States and backups stay in ${home}.`);
}

/** Byte for byte what it was before `install`, unless somebody has edited the file since. */
function textWithout(home: string, settings: SettingsFile): string | undefined {
  const { path, text } = settings;
  if (text === undefined) return undefined;
  const record = readRecord(home);
  if (record?.settings === path && record.after === text) return record.before ?? undefined;
  return removeHooks({ path, text });
}
