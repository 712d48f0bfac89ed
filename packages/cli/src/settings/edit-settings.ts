import {
  applyEdits,
  findNodeAtLocation,
  getNodeValue,
  modify,
  parse,
  parseTree,
  printParseErrorCode,
  type JSONPath,
  type ParseError,
} from 'jsonc-parser';
import { CliError } from '../cli-error.ts';
import { isRecord } from '../is-record.ts';
import { hookEntry, isOurs, type HookProgram, type Registration } from './hook-entries.ts';
import type { SettingsFile } from './settings-file.ts';

const BOM = '\uFEFF';

/**
 * The settings with exactly one entry of ours per event; comments, order and all foreign entries stay
 * as they are. Throws `CliError` for text that is no settings file: it is never rewritten.
 */
export function addHooks(
  settings: SettingsFile,
  registrations: Registration[],
  program: HookProgram,
): string {
  let edited = removeHooks(settings);
  for (const registration of registrations) {
    const path = ['hooks', registration.event];
    const existing = valueAt(edited, path);
    const entry = hookEntry(registration, program);
    edited = Array.isArray(existing)
      ? edit(edited, [...path, existing.length], entry, true)
      : edit(edited, path, [entry]);
  }
  return edited;
}

/** The settings without our entries, and without the lists and objects that only they had filled. */
export function removeHooks({ path, text = '' }: SettingsFile): string {
  checkSettings(path, text);
  let edited = text;
  for (;;) {
    const found = findOurs(edited);
    if (!found) return edited;
    edited = edit(edited, smallestEmptied(edited, found), undefined);
  }
}

/** `hooks`, event, number of the group, number of the handler. */
type HandlerPath = ['hooks', string, number, 'hooks', number];

function findOurs(text: string): HandlerPath | undefined {
  const hooks = valueAt(text, ['hooks']);
  for (const [event, groups] of Object.entries(isRecord(hooks) ? hooks : {})) {
    if (!Array.isArray(groups)) continue;
    for (const [index, group] of groups.entries()) {
      const handlers: unknown = isRecord(group) ? group['hooks'] : undefined;
      const at = Array.isArray(handlers) ? handlers.findIndex(isOurs) : -1;
      if (at >= 0) return ['hooks', event, index, 'hooks', at];
    }
  }
  return undefined;
}

/** The path to cut: the outermost value that holds nothing but the handler. */
function smallestEmptied(text: string, path: HandlerPath): JSONPath {
  const [, event, group] = path;
  const isOnly = (at: JSONPath): boolean => {
    const value = valueAt(text, at);
    return typeof value === 'object' && value !== null && Object.keys(value).length === 1;
  };
  if (!isOnly(['hooks', event, group, 'hooks'])) return path;
  if (!isOnly(['hooks', event])) return ['hooks', event, group];
  return isOnly(['hooks']) ? ['hooks'] : ['hooks', event];
}

function checkSettings(path: string, text: string): void {
  const errors: ParseError[] = [];
  const value: unknown = parse(withoutBom(text), errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first && withoutBom(text).trim() !== '') {
    refuse(
      path,
      `line ${lineOf(text, first.offset)} is not valid JSON (${printParseErrorCode(first.error)})`,
    );
  }
  if (value === undefined) return;
  if (!isRecord(value)) refuse(path, 'it does not hold a JSON object');
  checkHooks(path, value['hooks']);
}

/** The client ignores a file whose hooks have a wrong shape, so ours would never run beside them. */
function checkHooks(path: string, hooks: unknown): void {
  if (hooks === undefined) return;
  if (!isRecord(hooks))
    refuse(path, '"hooks" is not an object, so the client ignores the file\'s hooks');
  const bad = Object.keys(hooks).filter((event) => !Array.isArray(hooks[event]));
  if (bad.length === 0) return;
  const names = bad.map((event) => `"hooks.${event}"`).join(', ');
  refuse(path, `${names}: not a list, so the client ignores the file's hooks`);
}

function refuse(path: string, problem: string): never {
  throw new CliError(
    `Nothing was changed in ${path}: ${problem}. Mend that and run the command again.`,
  );
}

function edit(text: string, path: JSONPath, value: unknown, isArrayInsertion = false): string {
  const body = withoutBom(text);
  const formattingOptions = { ...indentation(body), eol: body.includes('\r\n') ? '\r\n' : '\n' };
  const base = body.trim() === '' ? '{}' : body;
  const edited = applyEdits(
    base,
    modify(base, path, value, { formattingOptions, isArrayInsertion }),
  );
  return (text.startsWith(BOM) ? BOM : '') + edited;
}

function valueAt(text: string, path: JSONPath): unknown {
  const tree = parseTree(withoutBom(text), [], { allowTrailingComma: true });
  const node = tree && findNodeAtLocation(tree, path);
  return node && getNodeValue(node);
}

function indentation(text: string): { insertSpaces: boolean; tabSize: number } {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
  return indent.startsWith('\t')
    ? { insertSpaces: false, tabSize: 1 }
    : { insertSpaces: true, tabSize: indent.length };
}

function withoutBom(text: string): string {
  return text.startsWith(BOM) ? text.slice(1) : text;
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
