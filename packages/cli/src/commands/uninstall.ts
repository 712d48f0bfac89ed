import { constants } from 'node:fs';
import { failureOf } from '@carryover/state-file';
import { field, managedSettings, settingsFiles } from '../doctor/client-files.ts';
import { hasHooks } from '../settings/edit-settings.ts';
import { recordedFiles, writeRecord } from '../settings/install-record.ts';
import { installedIn, namesUs } from '../settings/installed-in.ts';
import { keepCopy } from '../settings/keep-copy.ts';
import { oneAtATime } from '../settings/one-at-a-time.ts';
import { pluginEvents } from '../settings/plugin-events.ts';
import {
  checkReadable,
  checkWritable,
  isAllowed,
  readSettings,
  writeSettings,
  type SettingsFile,
} from '../settings/settings-file.ts';
import { SCOPES, settingsPath, type Scope } from '../settings/settings-path.ts';
import { textBefore } from '../settings/text-before.ts';
import { isOurStatusLine } from '../statusline/status-settings.ts';
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
  const work = (): string[] => takeOut(home, installedIn(place, scopes));
  // Where nothing can be written into the home, nobody else installs from there either.
  const paths =
    installedIn(place, scopes).length > 0 && isAllowed(home, constants.W_OK)
      ? oneAtATime(home, work)
      : work();
  const elsewhere = recordedFiles(home).filter(mayRegister);
  const plugin = pluginEvents('local', place);
  const statusLines = settingsFiles({ ...place, managed: managedSettings() })
    .filter(({ value }) => isOurStatusLine(field(field(value, 'statusLine'), 'command')))
    .map(({ path }) => path);
  print(options, { cleaned: paths, elsewhere, plugin, statusLines, home }, () => {
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
    if (statusLines.length > 0)
      lines.push(
        `The status line still starts carryover: take "statusLine" out of ${statusLines.join(', ')} before you delete the program.`,
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
    // A home that takes nothing keeps nobody from taking the hooks out.
    failureOf(() => keepCopy(home, settings));
    writeSettings(settings, text);
    failureOf(() => writeRecord(home, settings.path, undefined));
  }
  return found.map(({ path }) => path);
}

/** What cannot be read is not known to be without us. */
function mayRegister(path: string): boolean {
  if (!namesUs(path)) return false;
  try {
    return hasHooks(readSettings(path).text ?? '');
  } catch {
    return true;
  }
}
