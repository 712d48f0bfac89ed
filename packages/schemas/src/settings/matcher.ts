/** How the client reads a matcher: everything, a list of exact names, a regular expression, or one that is broken. */
export type Matcher =
  | { kind: 'all' }
  | { kind: 'names'; names: string[] }
  | { kind: 'pattern'; pattern: RegExp }
  | { kind: 'broken'; reason: string };

/** Events whose matcher takes fewer characters for a plain name (Claude Code 2.1.333, types). */
const strictNames = ['FileChanged', 'StopFailure'];

/** Reads a matcher as Claude Code 2.1.333 does; an unparsable expression never fits and does no other harm (seen). */
export function readMatcher(matcher: string, event?: string): Matcher {
  if (matcher === '' || matcher === '*') return { kind: 'all' };
  const plain = strictNames.includes(event ?? '') ? /^[\w|]+$/ : /^[\w\- ,|]+$/;
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

/** Whether a hook with this matcher runs for this value: exact and case-sensitive, or unanchored. */
export function matcherFits(matcher: string, value: string, event?: string): boolean {
  const read = readMatcher(matcher, event);
  if (read.kind === 'all') return true;
  if (read.kind === 'names')
    return read.names.some((name) => name === value || aliases[name] === value);
  return read.kind === 'pattern' && read.pattern.test(value);
}
