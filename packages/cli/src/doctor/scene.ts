import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { loadHooks, type ConfiguredHook } from '@carryover/hooks-runtime/host';
import type { ReadConfig } from '../config/read-config.ts';
import { isOurs } from '../settings/hook-entries.ts';
import { hooksConfig, type HooksConfig } from '../settings/hooks-config.ts';
import { missingProgram, registeredProgram } from '../settings/missing-program.ts';
import { settingsPath } from '../settings/settings-path.ts';
import { pluginFiles, settingsFiles, type ClientFile } from './client-files.ts';
import { enabledPlugins } from './enabled-plugins.ts';

/** What the checks look at, read once. */
export type DoctorScene = {
  /** In which this command looks. */
  home: string;
  /** In which the hooks keep what they keep, by their environment. */
  hooksHome: string;
  configDir: string;
  /** Where the client would be started. */
  folder: string;
  /** Of the client; `undefined` where nobody knows. */
  version: string | undefined;
  files: ClientFile[];
  /** Our hooks that some file names, also where a switch keeps them from running. */
  named: ConfiguredHook[];
  /** Those that the settings of the project have from another machine: here each ends without a word. */
  foreign: ConfiguredHook[];
  /** Those of them that the client runs. */
  active: ConfiguredHook[];
  config: ReadConfig;
} & Pick<HooksConfig, 'env' | 'whence'>;

export type DoctorPlace = Pick<DoctorScene, 'home' | 'configDir' | 'folder' | 'version'> & {
  /** The managed settings file. */
  managed: string;
  /** A folder without settings. */
  nowhere: string;
};

export function doctorScene({ managed, nowhere, ...place }: DoctorPlace): DoctorScene {
  const { home, configDir, folder } = place;
  const settings = settingsFiles({ configDir, folder, managed });
  const plugins = enabledPlugins(place, settings).map((root) => ({ root }));
  const files = [...settings, ...plugins.flatMap(({ root }) => pluginFiles(root))];
  // As plain files no switch counts.
  const paths = settings.map(({ path }) => path);
  const named = loadHooks({ cwd: nowhere, configDir: nowhere, files: paths, plugins }).hooks;
  const active = loadHooks({ cwd: folder, configDir, plugins, managed }).hooks;
  const shared = settingsPath('project', place);
  const isForeign = ({ file, handler }: ConfiguredHook): boolean =>
    file === shared && isOfAnotherMachine(handler, home);
  const { home: hooksHome, env, whence, read } = hooksConfig(place, settings);
  const ours = named.filter(({ handler }) => isOurs(handler));
  return {
    ...place,
    files,
    named: ours.filter((hook) => !isForeign(hook)),
    foreign: ours.filter(isForeign),
    active: active.filter((hook) => isOurs(hook.handler) && !isForeign(hook)),
    config: read,
    hooksHome,
    env,
    whence,
  };
}

/** True where a program is registered that is not here, from a home of carryover that is not here. */
function isOfAnotherMachine(handler: unknown, home: string): boolean {
  const program = registeredProgram(handler);
  if (program === undefined || missingProgram(handler) === undefined) return false;
  const other = dirname(dirname(program.file));
  return other !== home && !existsSync(other);
}
