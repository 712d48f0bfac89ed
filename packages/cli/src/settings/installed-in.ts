import { readFileSync, statSync } from 'node:fs';
import { hasHooks } from './edit-settings.ts';
import { readSettings, type SettingsFile } from './settings-file.ts';
import { SCOPES, settingsPath, type SettingsPlace } from './settings-path.ts';

/**
 * The settings files that register hooks of ours, each once though two scopes may be one file. Throws
 * `CliError` for one that is not text; files that do not name us are none of our business.
 */
export function installedIn(place: SettingsPlace, scopes = [...SCOPES]): SettingsFile[] {
  const named = scopes.map((scope) => settingsPath(scope, place)).filter(namesUs);
  const files = new Map(
    named.map((path) => {
      const settings = readSettings(path);
      return [settings.path, settings];
    }),
  );
  return [...files.values()].filter(({ text = '' }) => hasHooks(text));
}

/** As bytes: a foreign file may be anything. */
export function namesUs(path: string): boolean {
  try {
    return statSync(path).isFile() && readFileSync(path).includes('carryover');
  } catch {
    // Missing, or nothing that we could have written.
    return false;
  }
}
