import { accessSync, constants, existsSync } from 'node:fs';
import { CliError } from '../cli-error.ts';
import { hasHooks } from '../settings/edit-settings.ts';
import { recordedFiles, writeRecord } from '../settings/install-record.ts';
import { installedIn, namesUs } from '../settings/installed-in.ts';
import { readSettings, writeSettings } from '../settings/settings-file.ts';
import { SCOPES, settingsPath, type Scope } from '../settings/settings-path.ts';
import { textBefore } from '../settings/text-before.ts';
import { folders } from './folders.ts';
import { workFolder } from './sessions.ts';

/**
 * Takes the hooks out of every settings file of the person and this folder, or of one scope. What was
 * kept of sessions stays until the person deletes it, and so does the program: sessions that are
 * running still start it.
 */
export function uninstall({ scope }: { scope?: Scope }): void {
  const { home, configDir } = folders();
  const place = { configDir, folder: workFolder() };
  const scopes = scope ? [scope] : [...SCOPES];
  for (const name of scopes) checkReadable(settingsPath(name, place));
  const found = installedIn(place, scopes);
  // All are checked before one is written.
  const cleaned = found.map((settings) => ({
    path: settings.path,
    text: textBefore(home, settings),
  }));
  for (const { path, text } of cleaned) {
    writeSettings(path, text);
    writeRecord(home, path, undefined);
    console.log(`Took carryover's hooks out of ${path}.`);
  }
  if (cleaned.length === 0)
    console.log(
      `There are no hooks of carryover in ${scopes.map((name) => settingsPath(name, place)).join(', ')}.`,
    );
  const elsewhere = recordedFiles(home).filter(
    (path) => namesUs(path) && hasHooks(readSettings(path).text ?? ''),
  );
  if (elsewhere.length > 0)
    console.log(
      `Still registered, from another scope, folder or CLAUDE_CONFIG_DIR: ${elsewhere.join(', ')}. Run carryover uninstall there.`,
    );
  else if (cleaned.length > 0)
    console.log(`States, backups and the program stay in ${home}: delete it once no session runs.`);
}

/** Nothing may be said of what stands in a file that cannot be read. */
function checkReadable(path: string): void {
  if (!existsSync(path)) return;
  try {
    accessSync(path, constants.R_OK);
  } catch {
    throw new CliError(
      `${path} cannot be read. Make it readable for you and run the command again.`,
    );
  }
}
