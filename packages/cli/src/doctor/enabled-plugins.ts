import { join } from 'node:path';
import { isRecord } from '../is-record.ts';
import { field, readJson, type ClientFile } from './client-files.ts';

type PluginPlace = {
  configDir: string;
  /** Of the client; where nobody knows, it is taken for a newer one. */
  version?: string | undefined;
};

/** The folders of the plugins that one of the settings switches on, as the client runs them. */
export function enabledPlugins(place: PluginPlace, settings: ClientFile[]): string[] {
  const switches = settings.map(({ value }) => field(value, 'enabledPlugins')).filter(isRecord);
  const enabled = Object.entries(Object.assign({}, ...switches));
  return enabled.flatMap(([name, isOn]) => (isOn === false ? [] : foldersOf(name, place)));
}

/**
 * Where a folder is the marketplace, the client runs nothing once that has gone; 2.1.332 runs the plugin
 * in it, 2.0.77 the copy that was made of it when it was installed (both seen, nothing between them).
 */
function foldersOf(name: string, { configDir, version }: PluginPlace): string[] {
  const copies = copiesOf(name, configDir);
  const [plugin, marketplace] = name.split('@');
  const known = readJson(join(configDir, 'plugins', 'known_marketplaces.json'));
  const source = field(field(known, marketplace ?? ''), 'source');
  const path = field(source, 'path');
  if (copies.length === 0 || field(source, 'source') !== 'directory' || typeof path !== 'string')
    return copies;
  const listed = field(readJson(join(path, '.claude-plugin', 'marketplace.json')), 'plugins');
  const entry = [listed].flat().find((one) => field(one, 'name') === plugin);
  const within = field(entry, 'source');
  if (entry === undefined) return [];
  return typeof within === 'string' && !version?.startsWith('2.0.') ? [join(path, within)] : copies;
}

function copiesOf(name: string, configDir: string): string[] {
  const plugins = field(readJson(join(configDir, 'plugins', 'installed_plugins.json')), 'plugins');
  // One entry in version 1 of that file, one for each scope in version 2.
  const entries = [field(plugins, name)].flat();
  const folders = entries.map((entry) => field(entry, 'installPath'));
  return [...new Set(folders.filter((path) => typeof path === 'string'))];
}
