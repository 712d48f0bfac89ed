import { readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { claudeConfigDir, workingDirectory } from '../home.ts';
import { isRecord } from '../unknown.ts';
import type { ConfiguredHook, HookProblem, HookScope, Plugin } from './configured-hook.ts';
import { parseJsonFile } from './parse-json-file.ts';
import { wildcard } from './permission-rule.ts';
import { pluginHookFiles } from './plugin-hook-files.ts';
import { readHooksBlock } from './read-settings.ts';

export type LoadHooksOptions = {
  /** The project's folder. Default: the process's. */
  cwd?: string;
  /** Claude Code's folder. Default: `CLAUDE_CONFIG_DIR`, else `~/.claude`. */
  configDir?: string;
  plugins?: readonly Plugin[];
  /**
   * The managed settings file; those in the folder `managed-settings.d` beside it count after it, in the
   * order of their names (2.1.332). Default: none is read.
   */
  managed?: string;
  /** What `--settings` names: a file, or the settings themselves. */
  settings?: string | object;
  /** Plain `hooks.json` files, with or without a `hooks` key around the events. */
  files?: readonly string[];
  /**
   * Also reads `~/.claude/hooks.json` and `.claudehooks.json` of the project, which older guides promise
   * and Claude Code does not read (2.1.333).
   */
  compat?: boolean;
};

export type LoadedHooks = {
  hooks: ConfiguredHook[];
  /** Files and entries that were left out, and why. */
  problems: HookProblem[];
};

type Settings = { file: string; scope: HookScope; plugin?: Plugin; value: Record<string, unknown> };

/** Later ones decide first. */
const PRECEDENCE: HookScope[] = ['user', 'project', 'local', 'settings', 'managed'];

/**
 * The hooks of all settings files that Claude Code would merge, in the order in which it takes them.
 * `disableAllHooks` counts from the strongest file that names it and never reaches managed hooks;
 * `allowManagedHooksOnly` of the managed settings leaves those alone, and `strictPluginOnlyCustomization`
 * those and the hooks of plugins (2.1.332). Never throws.
 */
export function loadHooks(options: LoadHooksOptions = {}): LoadedHooks {
  const problems: HookProblem[] = [];
  const all = sources(options).flatMap((source) => readSource(source, problems));
  const managed = all.filter(({ scope }) => scope === 'managed');
  const managedOnly =
    isDisabled(all) || managed.some(({ value }) => value['allowManagedHooksOnly'] === true);
  const isLocked = managed.some(({ value }) => locksHooks(value['strictPluginOnlyCustomization']));
  const fromPlugins = all.filter(({ scope }) => scope === 'plugin' || scope === 'managed');
  const counting = managedOnly ? managed : isLocked ? fromPlugins : all;
  const hooks = counting.flatMap(({ value, ...origin }) => {
    const found = readHooksBlock(value['hooks'], origin);
    problems.push(...found.problems);
    return found.hooks;
  });
  return { hooks: withAllowedUrls(hooks, all, problems), problems };
}

/**
 * True for a `strictPluginOnlyCustomization` of the managed settings that leaves managed hooks and those of
 * plugins alone: `true` locks every kind of customisation, a list those that it names (2.1.332).
 */
export function locksHooks(value: unknown): boolean {
  return value === true || (Array.isArray(value) && value.includes('hooks'));
}

/** `allowedHttpHookUrls`, where any of the settings has it, names the only servers that are asked. */
function withAllowedUrls(
  hooks: ConfiguredHook[],
  all: readonly Settings[],
  problems: HookProblem[],
): ConfiguredHook[] {
  const lists = all.map(({ value }) => value['allowedHttpHookUrls']).filter(Array.isArray);
  if (lists.length === 0) return hooks;
  const allowed = lists.flat().map((pattern) => wildcard(String(pattern)));
  return hooks.filter(({ handler, file, event }) => {
    const url = handler.type === 'http' ? handler.url : undefined;
    if (url === undefined || allowed.some((pattern) => pattern.test(url))) return true;
    problems.push({
      file,
      where: `hooks.${event}`,
      problem: `${url} is not in allowedHttpHookUrls`,
    });
    return false;
  });
}

type Source = { scope: HookScope; plugin?: Plugin } & (
  | { file: string; isBare?: boolean }
  | { settings: object }
);

function sources(options: LoadHooksOptions): Source[] {
  const { cwd = workingDirectory(), configDir = claudeConfigDir() } = options;
  const { plugins = [], files = [], settings, managed, compat = false } = options;
  const old = compat
    ? [...within(configDir, 'hooks.json'), ...within(cwd, '.claudehooks.json')]
    : [];
  // There the settings of the user and of the project are one file, and the client takes it once.
  const isHome =
    configDir !== undefined &&
    cwd !== undefined &&
    relative(configDir, join(cwd, '.claude')) === '';
  const project = isHome ? [] : within(cwd, '.claude/settings.json');
  const list: (Source | false | undefined)[] = [
    ...within(configDir, 'settings.json').map((file): Source => ({ scope: 'user', file })),
    ...project.map((file): Source => ({ scope: 'project', file })),
    ...within(cwd, '.claude/settings.local.json').map((file): Source => ({ scope: 'local', file })),
    typeof settings === 'string' && { scope: 'settings', file: settings },
    typeof settings === 'object' && { scope: 'settings', settings },
    ...plugins.flatMap((plugin) =>
      pluginHookFiles(plugin.root).map((file): Source => ({ scope: 'plugin', file, plugin })),
    ),
    ...[...files, ...old].map((file): Source => ({ scope: 'file', file, isBare: true })),
    ...(managed === undefined ? [] : managedFiles(managed)).map((file): Source => ({
      scope: 'managed',
      file,
    })),
  ];
  return list.filter((source): source is Source => source !== undefined && source !== false);
}

/**
 * The managed settings file and those of the folder `managed-settings.d` beside it, the weakest first, there
 * or not (2.1.332).
 */
export function managedFiles(managed: string): string[] {
  const folder = join(dirname(managed), 'managed-settings.d');
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
    return [managed, ...names.toSorted().map((name) => join(folder, name))];
  } catch {
    return [managed];
  }
}

/** No file where the folder is unknown. */
function within(folder: string | undefined, file: string): string[] {
  return folder === undefined ? [] : [join(folder, file)];
}

function readSource(source: Source, problems: HookProblem[]): Settings[] {
  const { scope, plugin } = source;
  const origin = { scope, ...(plugin ? { plugin } : {}) };
  if ('settings' in source)
    return [{ ...origin, file: '--settings', value: { ...source.settings } }];
  const { file } = source;
  const read = parseJsonFile(file);
  if (read.kind === 'missing') return [];
  if (read.kind === 'unreadable' || !isRecord(read.value)) {
    const problem = read.kind === 'unreadable' ? read.problem : 'is no object';
    problems.push({ file, where: '', problem });
    return [];
  }
  if (scope === 'plugin' && read.value['hooks'] === undefined) {
    problems.push({ file, where: 'hooks', problem: 'is missing: events must stand below it' });
    return [];
  }
  const value =
    source.isBare && !isRecord(read.value['hooks']) ? { hooks: read.value } : read.value;
  return [{ ...origin, file, value }];
}

function isDisabled(all: readonly Settings[]): boolean {
  const strongest = PRECEDENCE.toReversed()
    .flatMap((scope) => all.filter((settings) => settings.scope === scope).toReversed())
    .map(({ value }) => value['disableAllHooks'])
    .find((value) => typeof value === 'boolean');
  return strongest === true;
}
