import { removeHooks } from './edit-settings.ts';
import { readRecord } from './install-record.ts';
import type { SettingsFile } from './settings-file.ts';

/**
 * The settings without hooks of ours: byte for byte what they were before `install`, unless somebody has
 * edited the file since. `undefined`: there was no file.
 */
export function textBefore(home: string, settings: SettingsFile): string | undefined {
  if (settings.text === undefined) return undefined;
  const record = readRecord(home, settings.path);
  return record?.after === settings.text ? (record.before ?? undefined) : removeHooks(settings);
}
