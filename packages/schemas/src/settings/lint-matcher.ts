import type { HookEvent } from '../hook-event.ts';
import { builtinTools } from '../tools/tool-names.ts';
import { type HookLint, lint, type LintOptions } from './lint.ts';
import { findFitting, type Matcher, readMatcher } from './matcher.ts';
import { isBefore } from './versions.ts';

type Group = { event: HookEvent; matcher: string; path: (string | number)[] };

/** Whether a group's matcher can fit anything, and whether the event looks at it. */
export function lintMatcher({ event, matcher, path }: Group, options: LintOptions): HookLint[] {
  const read = readMatcher(matcher, event.name);
  if (read.kind === 'all') return [];
  if (event.matcher === undefined) return [];
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
  const group = { event, matcher, path };
  return [...lintFit(read, group), ...lintNewer(group, options)];
}

function lintFit(read: Matcher, { event, matcher, path }: Group): HookLint[] {
  const { field, values } = event.matcher ?? {};
  const known: readonly string[] = values ?? builtinTools;
  const fitting = findFitting(read, known, event.name);
  if (!fitting) {
    const says =
      'an expression that backtracks without end; the client runs it too, and may stand still. Take one group out of the other.';
    return [lint({ rule: 'matcher-may-hang', effect: 'surprise', path, says })];
  }
  if (field === 'file_path') return lintFileNames(read, path);
  if (!values && field !== 'tool_name') return [];
  const dead = read.kind === 'names' ? lintNames(read.names, known, { event, path }) : [];
  if (dead.length > 0 || fitting.length > 0) return dead;
  // The list of tools is not complete, so that an unknown name is no mistake by itself.
  if (!values && (read.kind === 'names' || matcher.includes('mcp'))) return [];
  const says = values
    ? `fits none of ${values.join(', ')}, so it never runs.`
    : 'fits none of the built-in tools.';
  return [lint({ rule: 'matcher-never-fits', effect: 'entry', path, says })];
}

/** Names of a list that fit nothing, beside others or alone. */
function lintNames(
  names: string[],
  known: readonly string[],
  { event, path }: Pick<Group, 'event' | 'path'>,
): HookLint[] {
  const found = names.flatMap((name) => {
    if (findFitting({ kind: 'names', names: [name] }, known)?.length) return [];
    return (event.matcher?.values ? explainValue(name, known) : explainTool(name)) ?? [];
  });
  const effect = found.length === names.length ? 'entry' : 'surprise';
  return found.map((says) => lint({ rule: 'matcher-never-fits', effect, path, says }));
}

const explainValue = (name: string, known: readonly string[]): string =>
  `"${name}" fits none of ${known.join(', ')}, so it selects nothing.`;

function explainTool(name: string): string | undefined {
  if (/^mcp__[^_]+(?:_[^_]+)*$/.test(name))
    return `${name} is a server, not a tool; for all of its tools write ${name}__.*`;
  const same = builtinTools.find((tool) => tool.toLowerCase() === name.toLowerCase());
  if (same) return `names are case-sensitive, so it never fits ${same}.`;
  const meant = name.length > 3 && builtinTools.find((tool) => isOneLetterOff(name, tool));
  return meant ? `"${name}" is no built-in tool. Did you mean ${meant}?` : undefined;
}

/** One letter is missing, added or another. */
function isOneLetterOff(name: string, other: string): boolean {
  const [short, long] = name.length < other.length ? [name, other] : [other, name];
  const at = Array.from(short).findIndex((letter, index) => letter !== long[index]);
  const from = at < 0 ? short.length : at;
  const rest = short.length === long.length ? short.slice(from + 1) : short.slice(from);
  return long.length - short.length <= 1 && rest === long.slice(from + 1);
}

function lintFileNames(read: Matcher, path: (string | number)[]): HookLint[] {
  const odd = read.kind === 'names' ? read.names.filter((name) => /[\\/*?^$()[\]]/.test(name)) : [];
  return odd.map((name) => {
    const says = `"${name}" is taken literally, as the base name of a file; no path and no pattern fits.`;
    return lint({ rule: 'matcher-never-fits', effect: 'entry', path, says });
  });
}

/** A list with commas, and a hyphen in an exact name, mean something else to older clients. */
function lintNewer({ matcher, path }: Group, { client }: LintOptions): HookLint[] {
  const isList = /^[\w\- ,|]+$/.test(matcher);
  const since = isList && matcher.includes(',') ? '2.1.191' : '2.1.195';
  if (!isList || !/[,-]/.test(matcher) || !isBefore(client, since)) return [];
  const says = `exact names with "," or "-" are read from ${since} on; Claude Code ${client} takes this for a regular expression.`;
  return [lint({ rule: 'newer-field', effect: 'surprise', path, says })];
}
