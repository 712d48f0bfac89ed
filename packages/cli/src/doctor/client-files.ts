import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { stripBom } from '@carryover/hooks-runtime';
import { managedFiles, pluginHookFiles, type HookScope } from '@carryover/hooks-runtime/host';
import { isRecord } from '../is-record.ts';
import { SCOPES, settingsPath } from '../settings/settings-path.ts';

/** A file in which Claude Code looks for hooks. */
export type ClientFile = {
  scope: HookScope;
  path: string;
  text: string;
  /** What the client reads of it: nothing where it is no JSON. */
  value: unknown;
  /** Why there is no text, or none that could be edited. */
  unreadable?: string;
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
  const paths = SCOPES.map((scope) => settingsPath(scope, place));
  return [
    ...SCOPES.flatMap((scope, index) => {
      const path = paths[index] ?? '';
      // In the home folder two of them are one file.
      return paths.indexOf(path) === index ? read(scope, path) : [];
    }),
    ...managedFiles(place.managed).flatMap((path) => read('managed', path)),
  ];
}

/** The files with hooks of a plugin that exist. */
export function pluginFiles(root: string): ClientFile[] {
  return pluginHookFiles(root).flatMap((path) => read('plugin', path));
}

export function field(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

/** `undefined` where there is none, or none that can be read. */
export function readJson(path: string): unknown {
  return read('user', path)[0]?.value;
}

function read(scope: HookScope, path: string): ClientFile[] {
  try {
    // A pipe would be waited for.
    if (statSync(path).isFIFO())
      return [{ scope, path, text: '', value: undefined, unreadable: 'it is no file, but a pipe' }];
    const bytes = readFileSync(path);
    const text = bytes.toString();
    return [
      {
        scope,
        path,
        text,
        value: parsed(text),
        ...(isUtf8(bytes) ? {} : { unreadable: 'it is not UTF-8, so install cannot edit it' }),
      },
    ];
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    // Most of them do not exist.
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    return [{ scope, path, text: '', value: undefined, unreadable: `it cannot be read (${code})` }];
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(stripBom(text));
  } catch {
    return undefined;
  }
}
