import { isDeepStrictEqual } from 'node:util';
import type { JSONPath } from 'jsonc-parser';
import { isRecord } from '../is-record.ts';
import { checkSettings } from './check-settings.ts';
import { edit, remove, valueAt } from './edit-json.ts';
import {
  hookEntry,
  isOurs,
  type HookEntry,
  type HookProgram,
  type Registration,
} from './hook-entries.ts';
import type { SettingsFile } from './settings-file.ts';

/**
 * The settings with exactly one entry of ours per event; comments, order and all foreign entries stay
 * as they are. Throws `CliError` for text that is no settings file: it is never rewritten.
 */
export function addHooks(
  { path, text = '' }: SettingsFile,
  registrations: Registration[],
  program: HookProgram,
): string {
  checkSettings(path, text);
  const wanted = new Map(registrations.map((item) => [item.event, hookEntry(item, program)]));
  const kept = keptEntries(text, wanted);
  let edited = removeExcept(text, [...kept.values()]);
  for (const [event, entry] of wanted) {
    const groups = valueAt(edited, ['hooks', event]);
    const index = kept.has(event) ? indexOfOurs(groups) : -1;
    if (index >= 0) edited = replace(edited, ['hooks', event, index], entry);
    else if (Array.isArray(groups))
      edited = edit(edited, ['hooks', event, groups.length], entry, true);
    else edited = edit(edited, ['hooks', event], [entry]);
  }
  return edited;
}

/** The settings without our entries, and without the lists and objects that only they had filled. */
export function removeHooks({ path, text = '' }: SettingsFile): string {
  checkSettings(path, text);
  return removeExcept(text, []);
}

/** The first entry of ours for each wanted event that stands alone in its group: it is renewed in place. */
function keptEntries(text: string, wanted: Map<string, HookEntry>): Map<string, HandlerPath> {
  const kept = new Map<string, HandlerPath>();
  for (const path of findOurs(text)) {
    const [, event, group] = path;
    const isAlone = isOnly(text, ['hooks', event, group, 'hooks']);
    if (wanted.has(event) && !kept.has(event) && isAlone) kept.set(event, path);
  }
  return kept;
}

function removeExcept(text: string, kept: HandlerPath[]): string {
  const names = new Set(kept.map(String));
  let edited = text;
  // From the last to the first, so that the numbers of those still to come stay right.
  for (const path of findOurs(text).toReversed()) {
    if (!names.has(String(path))) edited = remove(edited, smallestEmptied(edited, path));
  }
  return edited;
}

function replace(text: string, path: JSONPath, value: HookEntry): string {
  return isDeepStrictEqual(valueAt(text, path), value) ? text : edit(text, path, value);
}

function indexOfOurs(groups: unknown): number {
  if (!Array.isArray(groups)) return -1;
  return groups.findIndex(
    (group) => isRecord(group) && Array.isArray(group['hooks']) && group['hooks'].some(isOurs),
  );
}

/** `hooks`, event, number of the group, number of the handler. */
type HandlerPath = ['hooks', string, number, 'hooks', number];

function findOurs(text: string): HandlerPath[] {
  const hooks = valueAt(text, ['hooks']);
  return Object.entries(isRecord(hooks) ? hooks : {}).flatMap(([event, groups]) =>
    (Array.isArray(groups) ? groups : []).flatMap((group: unknown, index) => {
      const handlers: unknown = isRecord(group) ? group['hooks'] : undefined;
      return (Array.isArray(handlers) ? handlers : []).flatMap((handler, at): HandlerPath[] =>
        isOurs(handler) ? [['hooks', event, index, 'hooks', at]] : [],
      );
    }),
  );
}

/** The path to cut: the outermost value that holds nothing but the handler. */
function smallestEmptied(text: string, path: HandlerPath): JSONPath {
  const [, event, group] = path;
  if (!isOnly(text, ['hooks', event, group, 'hooks'])) return path;
  if (!isOnly(text, ['hooks', event])) return ['hooks', event, group];
  return isOnly(text, ['hooks']) ? ['hooks'] : ['hooks', event];
}

function isOnly(text: string, path: JSONPath): boolean {
  const value = valueAt(text, path);
  return typeof value === 'object' && value !== null && Object.keys(value).length === 1;
}

/** True where the text of a settings file registers a hook of ours. */
export function hasHooks(text: string): boolean {
  return findOurs(text).length > 0;
}

/** Our hooks that the text of a settings file registers. */
export function ourHooks(text: string): { event: string; command: unknown }[] {
  return findOurs(text).map((path) => ({
    event: path[1],
    command: valueAt(text, [...path, 'command']),
  }));
}

/** True where the settings say that no hook runs. */
export function isOff(text: string): boolean {
  return valueAt(text, ['disableAllHooks']) === true;
}
