import type { HookEvent } from '../hook-event.ts';
import { builtinTools } from '../tools/tool-names.ts';
import { type HookLint, lint, type LintOptions } from './lint.ts';
import { matcherFits, readMatcher } from './matcher.ts';
import { isBefore } from './versions.ts';

type Group = { event: HookEvent; matcher: string; path: (string | number)[] };

/** Whether a group's matcher can fit anything, and whether the event looks at it. */
export function lintMatcher({ event, matcher, path }: Group, options: LintOptions): HookLint[] {
  const read = readMatcher(matcher, event.name);
  if (read.kind === 'all') return [];
  if (event.matcher === null) {
    const says = `${event.name} ignores matchers, so the hooks run every time.`;
    return [lint({ rule: 'matcher-ignored', effect: 'surprise', path, says })];
  }
  if (event.matcher.field === 'tool_name' && /^[A-Z]\w*\(.*\)$/.test(matcher)) {
    const says = `"${matcher}" is a permission rule. Put it into the handler's \`if\`; the matcher takes ${matcher.replace(/\(.*/, '')}.`;
    return [lint({ rule: 'matcher-is-permission-rule', effect: 'entry', path, says })];
  }
  if (read.kind === 'broken') {
    const says = `not a regular expression (${read.reason}), so it never fits.`;
    return [lint({ rule: 'matcher-not-a-regexp', effect: 'entry', path, says })];
  }
  return [...lintFit({ event, matcher, path }), ...lintNewer({ event, matcher, path }, options)];
}

function lintFit({ event, matcher, path }: Group): HookLint[] {
  const values: readonly string[] | undefined =
    event.matcher?.field === 'tool_name' ? builtinTools : event.matcher?.values;
  if (!values || values.some((value) => matcherFits(matcher, value, event.name))) return [];
  const reason = event.matcher?.field === 'tool_name' ? explainTool(matcher, event) : undefined;
  // The list of tools is not complete, so that an unknown name is no mistake by itself.
  if (event.matcher?.field === 'tool_name' && !reason) return [];
  const says = reason ?? `fits none of ${values.join(', ')}, so it never runs.`;
  return [lint({ rule: 'matcher-never-fits', effect: 'entry', path, says })];
}

function explainTool(matcher: string, event: HookEvent): string | undefined {
  const read = readMatcher(matcher, event.name);
  if (read.kind === 'names') {
    const server = read.names.find((name) => /^mcp__[^_]+(?:_[^_]+)*$/.test(name));
    if (server)
      return `${server} is a server, not a tool; for all of its tools write ${server}__.*`;
    const same = builtinTools.find((tool) =>
      read.names.some((name) => name.toLowerCase() === tool.toLowerCase()),
    );
    return same && `names are case-sensitive, so it never fits ${same}.`;
  }
  return matcher.includes('mcp') ? undefined : 'fits none of the built-in tools.';
}

/** A list with commas, and a hyphen in an exact name, mean something else to older clients. */
function lintNewer({ matcher, path }: Group, { client }: LintOptions): HookLint[] {
  const isList = /^[\w\- ,|]+$/.test(matcher);
  const since = isList && matcher.includes(',') ? '2.1.191' : '2.1.195';
  if (!isList || !/[,-]/.test(matcher) || !isBefore(client, since)) return [];
  const says = `exact names with "," or "-" are read from ${since} on; Claude Code ${client} takes this for a regular expression.`;
  return [lint({ rule: 'newer-field', effect: 'surprise', path, says })];
}
