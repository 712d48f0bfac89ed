import { join } from 'node:path';
import { readConfigFile } from './config-file.ts';
import { COMPACT_OPS_ALIASES } from './compact-ops-aliases.ts';
import {
  CONFIG_KEYS,
  type Config,
  type ConfigKey,
  configKeys,
  isConfigKey,
  variableOf,
} from './keys.ts';

export type ReadConfig = {
  config: Config;
  /** Where a value is from, a file or a variable; absent for defaults. */
  origin: Partial<Record<ConfigKey, string>>;
  /** What was wrong and passed over, one sentence each. */
  problems: string[];
  /** What was understood though it is meant for another program. */
  notices: string[];
};

export type ConfigPlace = {
  /** carryover's folder. */
  home: string;
  /** Where the client was started. */
  project: string;
  env?: Readonly<Record<string, string | undefined>>;
};

/** Variables that are no keys. */
const OTHER_VARIABLES = new Set(['CARRYOVER_HOME', 'CARRYOVER_DEBUG', 'CARRYOVER_CHILD']);

export function userConfigFile(home: string): string {
  return join(home, 'config.json');
}

export function projectConfigFile(project: string): string {
  return join(project, '.claude', 'carryover.json');
}

/**
 * The configuration, by increasing strength: defaults, `config.json` of the home, the project's file,
 * variables. What is wrong is named and passed over. Never throws.
 */
export function readConfig({ home, project, env = process.env }: ConfigPlace): ReadConfig {
  const read: Draft = { values: {}, origin: {}, problems: [], notices: [] };
  const userFile = userConfigFile(home);
  takeFile(read, userFile, { isUsers: true });
  const projectFile = projectConfigFile(project);
  // With the client's own folder as the project they are two files all the same.
  if (projectFile !== userFile) takeFile(read, projectFile, { isUsers: false });
  takeAliases(read, env);
  takeVariables(read, env);
  return {
    // Every value was checked by its kind.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    config: { ...defaults(), ...read.values } as Config,
    origin: read.origin,
    problems: read.problems,
    notices: read.notices,
  };
}

type Draft = Omit<ReadConfig, 'config'> & { values: Partial<Record<ConfigKey, unknown>> };

function defaults(): Partial<Record<ConfigKey, unknown>> {
  return Object.fromEntries(
    Object.entries(CONFIG_KEYS).map(([key, { fallback }]) => [key, fallback]),
  );
}

function takeFile(read: Draft, file: string, { isUsers }: { isUsers: boolean }): void {
  const contents = readConfigFile(file);
  if ('problem' in contents) read.problems.push(`${file}: ${contents.problem}`);
  if (!('values' in contents)) return;
  for (const [key, value] of Object.entries(contents.values)) {
    if (key === '$schema') continue;
    if (!isConfigKey(key))
      read.problems.push(`${file}: unknown key ${JSON.stringify(key.slice(0, 40))}`);
    else if (CONFIG_KEYS[key].userOnly && !isUsers)
      read.problems.push(`${file}: ${key} cannot be set by a project; it belongs in config.json`);
    else take(read, key, { value, from: file });
  }
}

function takeAliases(read: Draft, env: NonNullable<ConfigPlace['env']>): void {
  for (const [variable, key] of Object.entries(COMPACT_OPS_ALIASES)) {
    const given = env[variable]?.trim();
    if (!given) continue;
    read.notices.push(`${variable} of compact-ops is read as ${variableOf(key)}`);
    take(read, key, { value: CONFIG_KEYS[key].kind.fromText(given), given, from: variable });
  }
}

function takeVariables(read: Draft, env: NonNullable<ConfigPlace['env']>): void {
  for (const key of configKeys()) {
    const variable = variableOf(key);
    const given = env[variable]?.trim();
    if (!given) continue;
    take(read, key, { value: CONFIG_KEYS[key].kind.fromText(given), given, from: variable });
  }
  // The person gave this one its name.
  const known = new Set<unknown>([
    ...configKeys().map(variableOf),
    Reflect.get(Object(read.values.writerOptions), 'keyVariable'),
  ]);
  for (const name of Object.keys(env)) {
    const isOurs = name.startsWith('CARRYOVER_') && !OTHER_VARIABLES.has(name);
    if (isOurs && !known.has(name)) read.problems.push(`unknown variable ${name}`);
  }
}

function take(
  read: Draft,
  key: ConfigKey,
  { value, given = value, from }: { value: unknown; given?: unknown; from: string },
): void {
  const { kind } = CONFIG_KEYS[key];
  const checked: unknown = kind.check(value);
  if (checked === undefined) {
    const shown = JSON.stringify(given)?.slice(0, 60);
    read.problems.push(`${from}: ${key} is ${shown}, not ${kind.expected}`);
    return;
  }
  read.values[key] = checked;
  read.origin[key] = from;
}
