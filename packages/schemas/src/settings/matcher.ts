import { runInNewContext } from 'node:vm';

/** How the client reads a matcher: everything, a list of exact names, a regular expression, or one that is broken. */
export type Matcher =
  | { kind: 'all' }
  | { kind: 'names'; names: string[] }
  | { kind: 'pattern'; pattern: RegExp }
  | { kind: 'broken'; reason: string };

/** Reads a matcher as Claude Code 2.1.333 does; an unparsable expression never fits and does no other harm (seen). */
export function readMatcher(matcher: string, event?: string): Matcher {
  if (matcher === '' || matcher === '*') return { kind: 'all' };
  // Base names of files, each taken literally.
  if (event === 'FileChanged') return { kind: 'names', names: matcher.split('|').filter(Boolean) };
  const plain = event === 'StopFailure' ? /^[\w|]+$/ : /^[\w\- ,|]+$/;
  if (plain.test(matcher)) {
    const names = matcher.split(/[|,]/).map((name) => name.trim());
    return { kind: 'names', names: names.filter((name) => name !== '') };
  }
  try {
    return { kind: 'pattern', pattern: new RegExp(matcher) };
  } catch (error) {
    return { kind: 'broken', reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Old names of tools that matchers still reach (seen). */
const aliases: Record<string, string> = { Task: 'Agent' };

/** Longest that one expression may take for all values, in ms. A sound one takes microseconds. */
const MAX_MATCHING = 100;

/**
 * Whether a hook with this matcher runs for this value: exact and case-sensitive, or unanchored. Of
 * FileChanged the value is a path. An expression that takes too long fits nothing.
 */
export function matcherFits(matcher: string, value: string, event?: string): boolean {
  return findFitting(readMatcher(matcher, event), [value], event)?.length === 1;
}

/** The values that a matcher fits; undefined where its expression backtracks without end. */
export function findFitting(
  matcher: Matcher,
  values: readonly string[],
  event?: string,
): readonly string[] | undefined {
  if (matcher.kind === 'all') return values;
  if (matcher.kind === 'broken') return [];
  if (matcher.kind === 'pattern') return matchInTime(matcher.pattern.source, values);
  return values.filter((value) => {
    const name = event === 'FileChanged' ? value.split(/[\\/]/).at(-1) : value;
    return matcher.names.some((one) => one === name || aliases[one] === name);
  });
}

/** V8 stops an expression only at the time limit of a script. */
function matchInTime(source: string, values: readonly string[]): string[] | undefined {
  const code = 'const pattern = new RegExp(source); values.filter((value) => pattern.test(value))';
  try {
    const fitting: unknown[] = runInNewContext(code, { source, values }, { timeout: MAX_MATCHING });
    return values.filter((value) => fitting.includes(value));
  } catch {
    return undefined;
  }
}
