import type { HandlerType, HookEvent } from '../hook-event.ts';
import {
  AgentHandler,
  CommandHandler,
  type HookHandler,
  HttpHandler,
  McpToolHandler,
  PromptHandler,
} from './handlers.ts';
import { lintFields } from './lint-fields.ts';
import { type HookLint, lint, type LintOptions } from './lint.ts';
import { isBefore } from './versions.ts';

type Entry = { event: HookEvent; handler: HookHandler; path: (string | number)[] };

/** What the client does with one handler that is of the right shape. */
export const lintHandler = (entry: Entry, options: LintOptions): HookLint[] => [
  ...lintType(entry, options),
  ...lintIf(entry, options),
  ...lintTimeout(entry, options),
  ...lintOnFailure(entry, options),
  ...lintRest(entry, options),
  ...lintKnown(entry),
];

/** From these versions on; before, an unknown type makes the client drop the file (2.0.77 seen). */
const typesSince: Record<string, string> = { http: '2.1.63', mcp_tool: '2.1.118' };

function lintType({ event, handler, path }: Entry, { client }: LintOptions): HookLint[] {
  const at = [...path, 'type'];
  const since = typesSince[handler.type];
  if (since && isBefore(client, since)) {
    const says = `${handler.type} handlers exist from ${since} on. Claude Code ${client} then runs no hook of this file.`;
    return [lint({ rule: 'newer-handler', effect: 'file', path: at, says })];
  }
  const types: readonly HandlerType[] | undefined = event.handlers;
  if (!types || types.some((type) => type === handler.type)) return [];
  const says = `${event.name} runs ${types.join(', ')} handlers, not ${handler.type}.`;
  return [lint({ rule: 'handler-not-run', effect: 'entry', path: at, says })];
}

function lintIf({ event, handler, path }: Entry, { client }: LintOptions): HookLint[] {
  if (handler['if'] === undefined) return [];
  const at = [...path, 'if'];
  if (event.matcher !== undefined && event.matcher?.field !== 'tool_name') {
    const says = `${event.name} has no tool to compare with, so the hook never runs.`;
    return [lint({ rule: 'if-without-tool', effect: 'entry', path: at, says })];
  }
  return newerField({ path: at, since: '2.1.85', says: 'the hook runs for every call' }, client);
}

function lintTimeout({ event, handler, path }: Entry, { plugin }: LintOptions): HookLint[] {
  const seconds = handler['timeout'];
  if (typeof seconds !== 'number') return [];
  const at = [...path, 'timeout'];
  const found: HookLint[] = [];
  if (seconds >= 1000) {
    const says = `in seconds, so ${seconds} is ${(seconds / 3600).toFixed(1)} hours. For ${seconds / 1000} seconds write ${seconds / 1000}.`;
    found.push(lint({ rule: 'timeout-in-milliseconds', effect: 'surprise', path: at, says }));
  }
  if (event.name === 'SessionEnd' && (plugin || seconds > 60)) {
    const says = plugin
      ? 'a plugin cannot raise the 1.5 seconds that all SessionEnd hooks share.'
      : 'SessionEnd hooks get at most 60 seconds.';
    found.push(lint({ rule: 'timeout-not-applied', effect: 'surprise', path: at, says }));
  }
  return found;
}

/** Their block would keep the model or a teammate going. */
const neverBlocked = ['Stop', 'SubagentStop', 'TaskCompleted', 'TeammateIdle'];

function lintOnFailure({ event, handler, path }: Entry, { client }: LintOptions): HookLint[] {
  if (handler['onFailure'] !== 'block') return [];
  const at = [...path, 'onFailure'];
  const isAsync = handler['async'] === true || handler['asyncRewake'] === true;
  if (neverBlocked.includes(event.name) || isAsync) {
    const says = `ignored ${isAsync ? 'for async hooks' : `on ${event.name}`}: a failure lets the action go ahead.`;
    return [lint({ rule: 'on-failure-ignored', effect: 'surprise', path: at, says })];
  }
  return newerField(
    { path: at, since: '2.1.295', says: 'a failure lets the action go ahead' },
    client,
  );
}

/** By the literal in their `type`, which only the built schemas tell. */
const handlerOf = (type: string): { shape: object } | undefined =>
  [CommandHandler, PromptHandler, AgentHandler, HttpHandler, McpToolHandler].find(({ shape }) =>
    shape.type.def.values.some((value) => value === type),
  );

function lintKnown({ handler, path }: Entry): HookLint[] {
  const schema = handlerOf(handler.type);
  const unknown = schema ? lintFields(handler, Object.keys(schema.shape), path) : [];
  const command = handler['command'];
  if (handler.type !== 'command' || typeof command !== 'string' || command.trim() !== '')
    return unknown;
  const at = [...path, 'command'];
  const says = 'empty, so there is nothing to run.';
  return [...unknown, lint({ rule: 'empty-command', effect: 'entry', path: at, says })];
}

function lintRest({ handler, path }: Entry, { client }: LintOptions): HookLint[] {
  const once = lint({
    rule: 'once-ignored',
    effect: 'surprise',
    path: [...path, 'once'],
    says: 'read in the front matter of skills only; here the hook runs every time.',
  });
  const args = { path: [...path, 'args'], since: '2.1.139', says: 'the command runs without them' };
  return [
    ...(handler['once'] === true ? [once] : []),
    ...(handler['args'] === undefined ? [] : newerField(args, client)),
  ];
}

function newerField(
  { path, since, says }: { path: (string | number)[]; since: string; says: string },
  client: string | undefined,
): HookLint[] {
  if (!isBefore(client, since)) return [];
  const whole = `read from ${since} on. With Claude Code ${client} ${says}.`;
  return [lint({ rule: 'newer-field', effect: 'surprise', path, says: whole })];
}
