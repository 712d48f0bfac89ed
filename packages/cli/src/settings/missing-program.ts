import { accessSync, constants } from 'node:fs';
import { isRecord } from '../is-record.ts';
import { SILENCED, type HookProgram } from './hook-entries.ts';

/**
 * The path of the Node or the file that the command of a settings file's handler starts, where that has
 * gone; `undefined` where both are there, or the command is none that `install` writes.
 */
export function missingProgram(handler: unknown): string | undefined {
  const program = registeredProgram(handler);
  if (program === undefined) return undefined;
  const { node, file } = program;
  if (!isThere(node, constants.X_OK)) return node;
  return isThere(file, constants.F_OK) ? undefined : file;
}

/** What the command of a handler starts; `undefined` where it is none that `install` writes. */
export function registeredProgram(handler: unknown): HookProgram | undefined {
  const command = isRecord(handler) ? handler['command'] : undefined;
  const words = typeof command === 'string' ? PROGRAM.exec(command) : null;
  const [, node = '', file = ''] = words?.map(unquoted) ?? [];
  return words ? { node, file } : undefined;
}

/** Two quoted words and the event, at the end of what `hookEntry` writes and has written before. */
const PROGRAM = new RegExp(
  String.raw`(?:^|\s)('(?:[^']|'\\'')*') ('(?:[^']|'\\'')*') [A-Za-z]+${SILENCED}`,
);

function unquoted(word: string): string {
  return word.slice(1, -1).replaceAll(`'\\''`, "'");
}

function isThere(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}
