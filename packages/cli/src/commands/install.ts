import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomic } from '@carryover/state-file';
import { clientVersion } from '../client-version.ts';
import { prepareWriter } from '../config/set-writer.ts';
import { installedFiles } from '../hook-bundle.ts';
import { addHooks, ourHooks } from '../settings/edit-settings.ts';
import { HOOK_FILE, registrationsFor, wantedRegistrations } from '../settings/hook-entries.ts';
import { hooksConfig } from '../settings/hooks-config.ts';
import { writeRecord } from '../settings/install-record.ts';
import { installedIn } from '../settings/installed-in.ts';
import { keepCopy } from '../settings/keep-copy.ts';
import { oneAtATime } from '../settings/one-at-a-time.ts';
import { pluginEvents } from '../settings/plugin-events.ts';
import { checkWritable, readSettings, writeSettings } from '../settings/settings-file.ts';
import { settingsPath, type Scope, type SettingsPlace } from '../settings/settings-path.ts';
import { textBefore } from '../settings/text-before.ts';
import { chooseWriter, type WriterOptions } from './choose-writer.ts';
import { folders } from './folders.ts';
import { eventsOf, installNotes } from './install-notes.ts';
import { print } from './print.ts';
import { workFolder } from './sessions.ts';

export type InstallOptions = WriterOptions & {
  scope: Scope;
  clientVersion?: string;
  claude?: string;
  json?: boolean;
};

/**
 * Registers in a settings file the hooks that no plugin brings there. Run again it renews what it
 * registered. Nothing is written before all is read, checked and asked.
 */
export async function install({ scope, ...options }: InstallOptions): Promise<void> {
  const { home, configDir } = folders();
  const place = { configDir, folder: workFolder() };
  const version = await clientVersion(options);
  const plan = () => planFor(scope, { home, place, version });
  // What cannot be edited is told before the question; meanwhile others may write.
  plan();
  // A question would stand before the document.
  const choice = await chooseWriter(home, {
    ...options,
    yes: options.yes === true || options.json === true,
  });
  const prepareChoice = () => choice && prepareWriter(home, choice);
  prepareChoice();
  const told = ({ settings: { path }, registered, wanted, brought }: Plan) => ({
    path,
    version,
    registered: registered.map(({ event }) => event),
    skipped: wanted.filter((item) => !registered.includes(item)).map(({ event }) => event),
    leftToPlugin: brought,
    writer: choice?.writer,
  });
  if (options.dryRun) {
    const planned = plan();
    const { registered, settings, after } = planned;
    print(options, { dryRun: true, ...told(planned), settings: after }, () =>
      [
        `Would register ${eventsOf(registered)} in ${settings.path}:\n\n${after ?? ''}`,
        ...(choice ? [`Would set the writer to ${choice.writer}.`] : []),
      ].join('\n'),
    );
    return;
  }
  const { planned, copy } = oneAtATime(home, () => {
    const now = plan();
    const keepChoice = prepareChoice();
    for (const file of installedFiles())
      writeAtomic(join(home, 'bin', file.name), readFileSync(file.path), home);
    keepChoice?.();
    return { planned: now, copy: carryOut(home, now) };
  });
  const { settings, after, registered, wanted, brought, others } = planned;
  const { path } = settings;
  const isChanged = after !== settings.text;
  const [text, writer] = [after ?? '', choice?.writer];
  const installed = { scope, path, text, version, wanted, registered, brought, others, writer };
  const notes = installNotes(installed);
  print(options, { dryRun: false, ...told(planned), isChanged, copy, notes, home }, () =>
    [...notes, `States, backups and the run log: ${home}`].join('\n'),
  );
}

type Plan = ReturnType<typeof planFor>;

/** What the settings are now, what they were before us, and what they shall be. */
function planFor(
  scope: Scope,
  { home, place, version }: { home: string; place: SettingsPlace; version: string | undefined },
) {
  const { config } = hooksConfig({ home, ...place }).read;
  const settings = readSettings(settingsPath(scope, place));
  const brought = pluginEvents(scope, { ...place, version });
  const wanted = wantedRegistrations(config).filter(({ event }) => !brought.includes(event));
  const known = ourHooks(settings.text ?? '').map(({ event }) => event);
  const registered = registrationsFor(version, wanted, known);
  const program = { node: process.execPath, file: join(home, 'bin', HOOK_FILE) };
  const before = textBefore(home, settings);
  const after = registered.length > 0 ? addHooks(settings, registered, program) : before;
  if (after !== settings.text) checkWritable(settings.path);
  const others = installedIn(place).filter(({ path }) => path !== settings.path);
  return { settings, wanted, registered, brought, before, after, others };
}

/** Returns where the settings are kept as they were; `undefined` where they stay so. */
function carryOut(home: string, { settings, registered, before, after }: Plan): string | undefined {
  const isChanged = after !== settings.text;
  const copy = isChanged ? keepCopy(home, settings) : undefined;
  if (isChanged) writeSettings(settings, after);
  writeRecord(
    home,
    settings.path,
    registered.length > 0 ? { before: before ?? null, after: after ?? '' } : undefined,
  );
  return copy;
}
