import { join } from 'node:path';
import { isRecord } from '../unknown.ts';
import { parseJsonFile } from './parse-json-file.ts';

/**
 * The files in which the plugin in that folder registers hooks, existing or not: the one that is found
 * by its name, and what `hooks` of the manifest adds, a path, several, or hooks of its own.
 */
export function pluginHookFiles(root: string): string[] {
  const manifest = join(root, '.claude-plugin', 'plugin.json');
  const read = parseJsonFile(manifest);
  const hooks = read.kind === 'value' && isRecord(read.value) ? read.value['hooks'] : undefined;
  const named = [hooks].flat().flatMap((entry) => {
    if (typeof entry === 'string') return [join(root, entry)];
    return isRecord(entry) ? [manifest] : [];
  });
  return [...new Set([join(root, 'hooks', 'hooks.json'), ...named])];
}
