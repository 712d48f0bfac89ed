import type * as z from 'zod/mini';

/** One thing that is not as expected. None of these is ever thrown. */
export type HookIssue = {
  /** Where, from the root of the value: `['tool_calls', 0, 'tool_name']`. */
  path: (string | number)[];
  expected: string;
  /** What stood there instead: `null`, `a number`, `nothing`, `"lunar"`. */
  received: string;
  /** The three in one sentence. */
  message: string;
};

/** More than this many tell nobody more, and a hostile 50 MB input could yield millions. */
const MAX_ISSUES = 100;

export const unknownEvent = (event: unknown): HookIssue =>
  issueAt([], 'the name of an event that this version knows', describe(event));

export const issueAt = (
  path: (string | number)[],
  expected: string,
  received: string,
): HookIssue => ({
  path,
  expected,
  received,
  message: `${writePath(path)}: expected ${expected}, received ${received}`,
});

/**
 * Zod's issues about `value` as ours: one per field, unions reduced to the options that would have fitted.
 * Above `MAX_ISSUES` the last one says how many more there are.
 */
export function toIssues(issues: readonly z.core.$ZodIssue[], value: unknown): HookIssue[] {
  const found = issues.flatMap((issue): Found[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...issue.path, key], expected: () => 'no such field' }))
      : [{ path: issue.path, expected: () => expectedBy(issue) }],
  );
  const told = found.slice(0, MAX_ISSUES).map(({ path: keys, expected }) => {
    const path = keys.map((key) => (typeof key === 'symbol' ? String(key) : key));
    return issueAt(path, expected(), describeAt(value, path));
  });
  return [...told, ...countRest(found.length - told.length)];
}

type Found = { path: PropertyKey[]; expected: () => string };

/** Long lists are not checked to their end, so that there may be more still. */
const countRest = (more: number): HookIssue[] =>
  more > 0
    ? [
        {
          path: [],
          expected: 'no further issue',
          received: `at least ${more} more`,
          message: `and at least ${more} more`,
        },
      ]
    : [];

function expectedBy(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type')
    return issue.expected === 'nonoptional' ? 'a value' : withArticle(issue.expected);
  if (issue.code === 'invalid_value') return writeOptions(issue.values);
  if (issue.code === 'too_big') return `at most ${issue.maximum} UTF-16 code units`;
  if (issue.code === 'invalid_union') return expectedByOptions(issue);
  return issue.message;
}

type InvalidUnion = Extract<z.core.$ZodIssue, { code: 'invalid_union' }>;

function expectedByOptions(issue: InvalidUnion): string {
  if ('options' in issue && Array.isArray(issue.options)) return writeOptions(issue.options);
  const first = issue.errors.flatMap((errors) => errors.slice(0, 1));
  const types = first.filter((error) => error.code === 'invalid_type').map(expectedBy);
  if (types.length > 0) return [...new Set(types)].join(' or ');
  const [single] = first;
  return single ? expectedBy(single) : 'one of the known kinds';
}

const writeOptions = (values: readonly unknown[]): string =>
  values.map((value) => JSON.stringify(value)).join(' or ');

/** What stands there, without giving away more of it than one short word or number. */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'string')
    return value.length <= 40
      ? JSON.stringify(value)
      : `a string of ${value.length} UTF-16 code units`;
  if (typeof value === 'number' || typeof value === 'boolean')
    return `the ${typeof value} ${value}`;
  return withArticle(typeof value);
}

function describeAt(value: unknown, path: (string | number)[]): string {
  try {
    return describe(valueAt(value, path));
  } catch (error) {
    return `an error: ${messageOf(error)}`;
  }
}

function valueAt(value: unknown, path: (string | number)[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = Reflect.get(current, key);
  }
  return current;
}

const withArticle = (noun: string): string =>
  noun === 'null' ? noun : `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

export const writePath = (path: (string | number)[]): string =>
  path
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : index === 0 ? key : `.${key}`))
    .join('') || '(root)';

/** What was thrown, in words; what is thrown may itself refuse to be a text. */
export function messageOf(error: unknown): string {
  try {
    return String(error);
  } catch {
    return 'an error without a message';
  }
}
