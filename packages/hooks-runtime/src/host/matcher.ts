import { basename } from 'node:path';
import { hookEvents, isHookEventName } from '@carryover/schemas';

/** Tools that were renamed still answer to their old name (Claude Code 2.1.333, not documented). */
const OLD_NAMES: Record<string, string> = { Agent: 'Task' };

/** Before these versions a list was split at `|` only, and a hyphen made a pattern of a name. */
const COMMAS_SINCE = '2.1.191';
const HYPHENS_SINCE = '2.1.195';

/** Their matchers are lists of names without hyphens, spaces and commas, or patterns (hooks page). */
const NARROW = new Set(['FileChanged', 'StopFailure']);

/**
 * What the matchers of an event are compared with, `undefined` where the event ignores them. Of a file
 * it is the base name.
 */
export function matchQueryOf(event: string, input: object): string | undefined {
  const matcher = isHookEventName(event) ? hookEvents[event].matcher : null;
  if (!matcher) return undefined;
  const value: unknown = Reflect.get(input, matcher.field);
  const query = typeof value === 'string' ? value : '';
  return event === 'FileChanged' ? basename(query) : query;
}

export function hasMatcher(event: string): boolean {
  return isHookEventName(event) && Boolean(hookEvents[event].matcher);
}

/**
 * Whether a matcher selects a name, as Claude Code 2.1.333 does: omitted, empty and `*` select all; a
 * list of names is compared exactly; anything else is an unanchored regular expression, and one that
 * does not compile selects nothing.
 */
export function isMatch(
  matcher: string | undefined,
  query: string,
  { event, clientVersion }: { event: string; clientVersion?: string | undefined },
): boolean {
  if (matcher === undefined || matcher === '' || matcher === '*') return true;
  const old = OLD_NAMES[query];
  const names = old === undefined ? [query] : [query, old];
  if (exactNames(event, clientVersion).test(matcher)) {
    const listed = matcher.split(/[|,]/).map((name) => name.trim());
    return names.some((name) => listed.includes(name));
  }
  const pattern = compile(matcher);
  return pattern !== undefined && names.some((name) => pattern.test(name));
}

function exactNames(event: string, version: string | undefined): RegExp {
  if (NARROW.has(event) || isBefore(version, COMMAS_SINCE)) return /^[A-Za-z0-9_|]+$/;
  return isBefore(version, HYPHENS_SINCE) ? /^[A-Za-z0-9_ ,|]+$/ : /^[A-Za-z0-9_\- ,|]+$/;
}

function compile(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern);
  } catch {
    return undefined;
  }
}

function isBefore(version: string | undefined, since: string): boolean {
  return version !== undefined && version.localeCompare(since, 'en', { numeric: true }) < 0;
}
