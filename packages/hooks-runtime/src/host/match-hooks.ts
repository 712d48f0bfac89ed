import type { ConfiguredHook } from './configured-hook.ts';
import { hasMatcher, isMatch, matchQueryOf } from './matcher.ts';
import { fulfilsRule } from './permission-rule.ts';

export type MatchOptions = {
  /** What matchers are compared with. Default: the event's own field of the input. */
  matchQuery?: string | undefined;
  /** The client to be like, such as `2.1.190`. Default: the newest known. */
  clientVersion?: string | undefined;
};

/** Kinds of hooks one after the other, as the client takes them (Claude Code 2.1.332). */
const KINDS = ['command', 'prompt', 'agent', 'http', 'mcp_tool'];

/**
 * The hooks that an input fires, by kind and within a kind in the order in which they are configured.
 * The same command runs once, wherever and with whatever timeout it stands, but once for each `if`,
 * and for each plugin apart.
 */
export function matchHooks(
  hooks: readonly ConfiguredHook[],
  hookInput: { hook_event_name: string },
  options: MatchOptions = {},
): ConfiguredHook[] {
  const event = hookInput.hook_event_name;
  const query = options.matchQuery ?? matchQueryOf(event, hookInput) ?? '';
  const { clientVersion } = options;
  const matching = hooks.filter(
    (hook) =>
      hook.event === event &&
      (!hasMatcher(event) || isMatch(hook.matcher, query, { event, clientVersion })) &&
      (hook.handler.if === undefined || fulfilsRule(hook.handler.if, hookInput)),
  );
  const seen = new Set<string>();
  const distinct = matching.filter((hook) => {
    const key = identity(hook);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  return KINDS.flatMap((kind) => distinct.filter(({ handler }) => handler.type === kind));
}

function identity({ handler, plugin }: ConfiguredHook): string {
  if (handler.type !== 'command') return JSON.stringify([plugin?.root, handler]);
  const { command, args, shell = 'bash' } = handler;
  return JSON.stringify([plugin?.root, command, args, shell, handler.if]);
}
