import { carryoverHome } from '@carryover/hooks-runtime';
import { readConfig, type ReadConfig } from '../config/read-config.ts';
import { fileProblem } from '../doctor/check-settings.ts';
import { field, managedSettings, settingsFiles, type ClientFile } from '../doctor/client-files.ts';
import { isRecord } from '../is-record.ts';
import type { SettingsPlace } from './settings-path.ts';

/** What the hooks go by, which the client starts in an environment of its own. */
export type HooksConfig = {
  /** Where they keep what they keep; programs that are copies beside another home apart. */
  home: string;
  /** Their environment: that of this process, and over it the `env` of the client's settings. */
  env: NodeJS.ProcessEnv;
  /** A variable by its name, and with it the settings that set it. */
  whence: (variable: string) => string;
  read: ReadConfig;
};

type HooksPlace = SettingsPlace & { home: string };

/** @param settings the client's settings files, the weakest first. */
export function hooksConfig(
  { home: own, ...place }: HooksPlace,
  settings: ClientFile[] = settingsFiles({ ...place, managed: managedSettings() }),
): HooksConfig {
  const set = settings.flatMap(variablesOf);
  const env = {
    ...process.env,
    ...Object.fromEntries(set.map(({ name, value }) => [name, value])),
  };
  const files = new Map(set.map(({ name, path }) => [name, path]));
  const whence = (variable: string): string =>
    files.has(variable) ? `${variable} in "env" of ${files.get(variable)}` : variable;
  const home = (env['CARRYOVER_HOME'] && carryoverHome(env)) || own;
  const read = withWhence(readConfig({ home, project: place.folder, env }), whence);
  return { home, env, whence, read };
}

type Variable = { name: string; value: string; path: string };

function variablesOf(file: ClientFile): Variable[] {
  const env = field(file.value, 'env');
  // The client takes nothing of such a file.
  if (!isRecord(env) || fileProblem(file) !== undefined) return [];
  // It makes a text of any other value (seen with 2.0.77 and 2.1.332).
  return Object.entries(env).map(([name, value]) => ({
    name,
    value: String(value),
    path: file.path,
  }));
}

function withWhence(read: ReadConfig, whence: HooksConfig['whence']): ReadConfig {
  const origin = Object.entries(read.origin).map(([key, from]) => [key, whence(from)]);
  return {
    ...read,
    origin: Object.fromEntries(origin),
    problems: read.problems.map((problem) =>
      problem.replace(
        /^(unknown variable )?(\w+)(?=: |$)/,
        (_, words: string | undefined, name: string) => `${words ?? ''}${whence(name)}`,
      ),
    ),
  };
}
