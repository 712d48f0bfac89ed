import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { readFields } from './read-type.ts';
import type { EventSurface, Surface } from './surface.ts';

/** Reads every hook event out of the `sdk.d.ts` in this folder of `@anthropic-ai/claude-agent-sdk`. */
export function readSdk(folder: string): Surface {
  const file = join(folder, 'sdk.d.ts');
  const program = ts.createProgram([file], {
    strict: true,
    exactOptionalPropertyTypes: true,
    noResolve: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`cannot read ${file}: is the SDK installed?`);
  const types = new Map(checker.getExportsOfModule(module).map((symbol) => [symbol.name, symbol]));
  const typeNamed = (name: string): ts.Type | undefined => {
    const symbol = types.get(name);
    return symbol && checker.getDeclaredTypeOfSymbol(symbol);
  };

  const base = readFields(checker, required(typeNamed('BaseHookInput'), 'BaseHookInput'));
  const baseNames = base.map((field) => field.name);
  const readEvent = (event: string): EventSurface => {
    const input = required(typeNamed(`${event}HookInput`), `${event}HookInput`);
    const output = typeNamed(`${event}HookSpecificOutput`);
    const own = readFields(checker, input, ['hook_event_name']);
    const doc = docOf(checker, types.get(`${event}HookInput`));
    return {
      ...(doc ? { doc } : {}),
      input: own.filter((field) => !baseNames.includes(field.name) || !isSame(field, base)),
      ...(output ? { output: readFields(checker, output, ['hookEventName']) } : {}),
    };
  };

  const answer = required(typeNamed('SyncHookJSONOutput'), 'SyncHookJSONOutput');
  return {
    sdk: readVersion(folder),
    base,
    answer: readFields(checker, answer, ['hookSpecificOutput']),
    events: Object.fromEntries(
      readEventNames(checker, types).map((name) => [name, readEvent(name)]),
    ),
  };
}

/** An event may repeat a base field to make it required: that one is the event's own. */
const isSame = (field: { name: string }, base: { name: string }[]): boolean =>
  JSON.stringify(base.find(({ name }) => name === field.name)) === JSON.stringify(field);

function readEventNames(checker: ts.TypeChecker, types: Map<string, ts.Symbol>): string[] {
  const list = required(types.get('HOOK_EVENTS'), 'HOOK_EVENTS');
  const element = checker.getIndexTypeOfType(checker.getTypeOfSymbol(list), ts.IndexKind.Number);
  const names = element?.isUnion() ? element.types : [];
  return names.filter((type) => type.isStringLiteral()).map((type) => type.value);
}

const docOf = (checker: ts.TypeChecker, symbol?: ts.Symbol): string =>
  symbol ? ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim() : '';

function readVersion(folder: string): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  return manifest.version;
}

function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`the SDK no longer declares ${name}`);
  return value;
}
