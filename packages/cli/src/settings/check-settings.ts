import {
  getNodeValue,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
  type ParseOptions,
} from 'jsonc-parser';
import { stripBom } from '@carryover/hooks-runtime';
import { CliError } from '../cli-error.ts';
import { isRecord } from '../is-record.ts';

/**
 * Throws `CliError` for text that cannot be edited without harm, or that the client would not take:
 * where one entry has a wrong shape it ignores every hook of the file, so ours would never run.
 */
export function checkSettings(path: string, text: string): void {
  const problem = settingsProblem(text);
  if (problem === undefined) return;
  throw new CliError(
    `Nothing was changed in ${path}: ${problem}. Mend that and run the command again.`,
  );
}

/** Why the file cannot be edited, or why no hook of it would run; `undefined` where all is well. */
export function settingsProblem(text: string): string | undefined {
  const body = stripBom(text);
  if (body.trim() === '') return undefined;
  const { root, error } = parseSettings(body, { allowTrailingComma: true });
  if (error !== undefined) return `${error.line} is not valid JSON (${error.says})`;
  if (root?.type !== 'object') return 'it does not hold a JSON object';
  const hooks = member(root, 'hooks');
  const twice = repeatedKey(root, ['hooks']) ?? (hooks && repeatedKey(hooks));
  if (twice !== undefined) return `"${twice}" stands twice, and only the last one counts`;
  return hooks && problemWithHooks(getNodeValue(hooks));
}

/**
 * Where a comment or a comma too many stands, which can be edited around: the client takes nothing of
 * such a file (seen with 2.0.77 and 2.1.332). `undefined` for plain JSON and for an empty file.
 */
export function leniencyProblem(text: string): string | undefined {
  const body = stripBom(text);
  const { error } = parseSettings(body, { disallowComments: true });
  if (body.trim() === '' || error === undefined) return undefined;
  return `${error.line} is not plain JSON (${error.says}), and Claude Code takes nothing of a file with comments or a comma too many`;
}

function parseSettings(body: string, options: ParseOptions) {
  const errors: ParseError[] = [];
  const root = parseTree(body, errors, options);
  const [first] = errors;
  if (first === undefined) return { root };
  const line = `line ${body.slice(0, first.offset).split('\n').length}`;
  const says = printParseErrorCode(first.error)
    .replaceAll(/(?<=[a-z])[A-Z]/g, ' $&')
    .toLowerCase();
  return { root, error: { line, says } };
}

function problemWithHooks(hooks: unknown): string | undefined {
  if (!isRecord(hooks))
    return '"hooks" is not an object, so the client ignores all hooks of the file';
  const bad = Object.entries(hooks).flatMap(([event, groups]) => {
    if (!Array.isArray(groups)) return [`"hooks.${event}" is not a list`];
    return groups.flatMap((group, index) =>
      isGroup(group) ? [] : [`"hooks.${event}[${index}]" is no group of hooks`],
    );
  });
  return bad.length > 0
    ? `${bad.join(', ')}, so the client ignores all hooks of the file`
    : undefined;
}

/** `{ "matcher"?: string, "hooks": [{ "type": … }] }` */
function isGroup(value: unknown): boolean {
  if (!isRecord(value) || !Array.isArray(value['hooks'])) return false;
  const { matcher, hooks } = value;
  return (matcher === undefined || typeof matcher === 'string') && hooks.every(isRecord);
}

function member(object: Node, key: string): Node | undefined {
  return object.children?.find((property) => property.children?.[0]?.value === key)?.children?.[1];
}

/** A key that an object has more than once; of these keys, or of any. */
function repeatedKey(object: Node, among?: string[]): string | undefined {
  const keys = (object.children ?? []).map((property) => String(property.children?.[0]?.value));
  return keys.find((key, index) => keys.indexOf(key) !== index && (among?.includes(key) ?? true));
}
