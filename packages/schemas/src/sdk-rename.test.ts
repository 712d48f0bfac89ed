import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const file = fileURLToPath(new URL('sdk-types.test.ts', import.meta.url));
const config = fileURLToPath(new URL('../../../tsconfig.base.json', import.meta.url));

/** Compiles the type tests against the SDK's declarations after `edit`. */
function compile(edit: (declarations: string) => string, old?: ts.Program): ts.Program {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, (path) => readFileSync(path, 'utf8')).config,
    ts.sys,
    fileURLToPath(new URL('.', import.meta.url)),
  );
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, language) => {
    if (!name.endsWith('/sdk.d.ts')) return old?.getSourceFile(name) ?? read(name, language);
    return ts.createSourceFile(name, edit(readFileSync(name, 'utf8')), language, true);
  };
  return ts.createProgram({ rootNames: [file], options, host });
}

const errors = (program: ts.Program): string[] =>
  program
    .getSemanticDiagnostics(program.getSourceFile(file))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));

const untouched = compile((declarations) => declarations);

test('the type tests pass against the SDK as it is', () => {
  expect(errors(untouched)).toStrictEqual([]);
}, 60_000);

test.each([
  [
    'an input field is renamed',
    'custom_instructions: string | null',
    'instructions: string | null',
  ],
  ['a shared field is renamed', '    transcript_path: string;', '    transcript: string;'],
  ['a nested field is renamed', '    recurring: boolean;', '    repeats: boolean;'],
  ['a field becomes optional', '    compact_summary: string;', '    compact_summary?: string;'],
  [
    'a field becomes nullable',
    '    stop_hook_active: boolean;',
    '    stop_hook_active: boolean | null;',
  ],
  [
    'an enum grows',
    "trigger: 'init' | 'maintenance'",
    "trigger: 'init' | 'repair' | 'maintenance'",
  ],
  ['an output field is renamed', 'updatedToolOutput?: unknown', 'replacedToolOutput?: unknown'],
  [
    'an event is added',
    "export declare type HookEvent = 'PreToolUse'",
    "export declare type HookEvent = 'PreDream' | 'PreToolUse'",
  ],
])(
  'the type tests fail when %s',
  (_, before, after) => {
    const program = compile((declarations) => {
      expect(declarations.includes(before)).toBe(true);
      return declarations.replaceAll(before, after);
    }, untouched);
    expect(errors(program)).not.toStrictEqual([]);
  },
  60_000,
);
