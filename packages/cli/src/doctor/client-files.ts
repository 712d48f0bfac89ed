import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import type { HookScope } from '@carryover/hooks-runtime/host';
import { isRecord } from '../is-record.ts';
import { SCOPES, settingsPath } from '../settings/settings-path.ts';

/** A file in which Claude Code looks for hooks. */
export type ClientFile = {
  scope: HookScope;
  path: string;
  text: string;
  /** What could be read of it. */
  value: unknown;
};

/** Where an administrator's settings are (Claude Code 2.1.333). */
const MANAGED: Partial<Record<NodeJS.Platform, string>> = {
  darwin: '/Library/Application Support/ClaudeCode/managed-settings.json',
  win32: 'C:\\Program Files\\ClaudeCode\\managed-settings.json',
};

export function managedSettings(): string {
  return MANAGED[process.platform] ?? '/etc/claude-code/managed-settings.json';
}

/** The settings files that exist, the weakest first. */
export function settingsFiles(place: {
  configDir: string;
  folder: string;
  managed: string;
}): ClientFile[] {
  return [
    ...SCOPES.flatMap((scope) => read(scope, settingsPath(scope, place))),
    ...read('managed', place.managed),
  ];
}

/** The folders of the plugins that are installed and that one of the settings switches on. */
export function enabledPlugins(configDir: string, settings: ClientFile[]): string[] {
  const switches = settings.map(({ value }) => field(value, 'enabledPlugins')).filter(isRecord);
  const enabled = Object.entries(Object.assign({}, ...switches));
  const [installed] = read('user', join(configDir, 'plugins', 'installed_plugins.json'));
  const plugins = field(installed?.value, 'plugins');
  return enabled.flatMap(([name, isOn]) => {
    // One entry in version 1 of that file, one for each scope in version 2.
    const entries = [field(plugins, name)].flat();
    const folders = entries.map((entry) => field(entry, 'installPath'));
    const known = folders.filter((path) => typeof path === 'string');
    return isOn === false ? [] : [...new Set(known)];
  });
}

/** The hooks file of a plugin, if it has one. */
export function pluginFile(root: string): ClientFile[] {
  return read('plugin', join(root, 'hooks', 'hooks.json'));
}

export function field(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

function read(scope: HookScope, path: string): ClientFile[] {
  try {
    const text = readFileSync(path, 'utf8');
    const value: unknown = parse(text.replace(/^\uFEFF/, ''), [], { allowTrailingComma: true });
    return [{ scope, path, text, value }];
  } catch {
    // Most of them do not exist.
    return [];
  }
}
