import { describe, type HookIssue, issueAt } from './issues.ts';

/** Deeper than any answer, and far from where `JSON.stringify` runs out of stack. */
const MAX_DEPTH = 500;

/** More than this many tell nobody more. */
const MAX_FOUND = 100;

type Path = (string | number)[];

/** What JSON would drop, change without a word, or choke on in an answer, each with its path. */
export function findLost(answer: unknown): HookIssue[] {
  const found: HookIssue[] = [];
  const ancestors = new Set<unknown>();
  const visit = (value: unknown, path: Path): void => {
    const received =
      isRoot(path) && !isRecord(value) ? describe(value) : nameLost(value, ancestors);
    if (received !== undefined) {
      const expected = isRoot(path) ? 'an object' : 'a value that JSON can hold';
      found.push(issueAt(path, expected, received));
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    ancestors.add(value);
    for (const [key, entry] of entriesOf(value))
      if (found.length < MAX_FOUND) visit(entry, [...path, key]);
    ancestors.delete(value);
  };
  visit(answer, []);
  return found;
}

/** What stands there, where JSON cannot hold it; undefined where it can. */
function nameLost(value: unknown, ancestors: Set<unknown>): string | undefined {
  if (value === undefined) return 'nothing';
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : describe(value);
  if (['bigint', 'function', 'symbol'].includes(typeof value)) return describe(value);
  if (typeof value !== 'object' || value === null) return undefined;
  if (ancestors.has(value)) return 'an object that contains itself';
  if (ancestors.size > MAX_DEPTH) return `an object more than ${MAX_DEPTH} levels deep`;
  if (typeof Reflect.get(value, 'toJSON') === 'function')
    return 'an object with a toJSON of its own';
  return Array.isArray(value) || isRecord(value) ? undefined : 'an object that is no record';
}

/** Of objects undefined fields are left out: that is how code says "none". Holes in lists are nothing. */
const entriesOf = (value: object): [string | number, unknown][] =>
  Array.isArray(value)
    ? Array.from(value, (entry: unknown, index) => [index, entry])
    : Object.entries(value).filter(([, entry]) => entry !== undefined);

/** An object whose fields are what it holds; not a Map, whose JSON is `{}`, nor bytes. */
function isRecord(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.prototype.toString.call(value) === '[object Object]';
}

const isRoot = (path: Path): boolean => path.length === 0;
