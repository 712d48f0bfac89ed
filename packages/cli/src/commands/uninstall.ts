import { hasHooks } from '../settings/edit-settings.ts';
import { recordedFiles, writeRecord } from '../settings/install-record.ts';
import { installedIn, namesUs } from '../settings/installed-in.ts';
import { oneAtATime } from '../settings/one-at-a-time.ts';
import { pluginEvents } from '../settings/plugin-events.ts';
import {
  checkReadable,
  checkWritable,
  readSettings,
  writeSettings,
  type SettingsFile,
} from '../settings/settings-file.ts';
import { SCOPES, settingsPath, type Scope } from '../settings/settings-path.ts';
import { textBefore } from '../settings/text-before.ts';
import { folders } from './folders.ts';
import { print } from './print.ts';
import { workFolder } from './sessions.ts';

/**
 * Takes the hooks out of every settings file of the person and this folder, or of one scope. What was
 * kept of sessions stays until the person deletes it, and so does the program: sessions that are
 * running still start it.
 */
export function uninstall(options: { scope?: Scope; json?: boolean }): void {
  const { scope } = options;
  const { home, configDir } = folders();
  const place = { configDir, folder: workFolder() };
  const scopes = scope ? [scope] : [...SCOPES];
  for (const name of scopes) checkReadable(settingsPath(name, place));
  const isThere = installedIn(place, scopes).length > 0;
  const paths = isThere ? oneAtATime(home, () => takeOut(home, installedIn(place, scopes))) : [];
  const elsewhere = recordedFiles(home).filter(
    (path) => namesUs(path) && hasHooks(readSettings(path).text ?? ''),
  );
  const plugin = pluginEvents('local', place);
  print(options, { cleaned: paths, elsewhere, plugin, home }, () => {
    const searched = scopes.map((name) => settingsPath(name, place)).join(', ');
    const lines = paths.map((path) => `Took carryover's hooks out of ${path}.`);
    if (paths.length === 0) lines.push(`There are no hooks of carryover in ${searched}.`);
    if (elsewhere.length > 0)
      lines.push(
        `Still registered, from another scope, folder or CLAUDE_CONFIG_DIR: ${elsewhere.join(', ')}. Run carryover uninstall there.`,
      );
    else if (paths.length > 0)
      lines.push(
        `States, backups and the program stay in ${home}: delete it once no session runs.`,
      );
    if (plugin.length > 0)
      lines.push(
        `The plugin still brings ${plugin.join(', ')}: claude plugin uninstall carryover.`,
      );
    return lines.join('\n');
  });
}

/** Returns the files that it was taken out of. */
function takeOut(home: string, found: SettingsFile[]): string[] {
  // All are checked before one is written.
  const cleaned = found.map((settings) => ({ settings, text: textBefore(home, settings) }));
  for (const { path } of found) checkWritable(path);
  for (const { settings, text } of cleaned) {
    writeSettings(settings, text);
    writeRecord(home, settings.path, undefined);
  }
  return found.map(({ path }) => path);
}
