import type { ConfiguredHook } from './configured-hook.ts';
import { hookEvents, isHookEventName } from '@carryover/schemas';

const DEFAULT_SECONDS = 600;

/** A model has less time (Agent SDK 0.3.333). */
const SECONDS_OF_TYPE: Record<string, number> = { prompt: 30, agent: 60 };

/** All SessionEnd hooks together (Claude Code 2.1.333). */
const SESSION_END_MS = 1_500;
const SESSION_END_MAX_MS = 60_000;

type Environment = Record<string, string | undefined>;

/** How long one hook of an event may run, in ms. */
export function timeoutOf(
  hook: ConfiguredHook,
  all: readonly ConfiguredHook[],
  env: Environment,
  capMs: number = Infinity,
): number {
  if (hook.event === 'SessionEnd') return Math.min(sessionEndMs(all, env), capMs);
  const { timeout, type } = hook.handler;
  const ofEvent = isHookEventName(hook.event) ? hookEvents[hook.event].timeout : undefined;
  const standard = SECONDS_OF_TYPE[type] ?? ofEvent;
  return Math.min((timeout ?? standard ?? DEFAULT_SECONDS) * 1_000, capMs);
}

/** Raised by the longest `timeout` of a settings file, not of a plugin, or set by a variable. */
function sessionEndMs(all: readonly ConfiguredHook[], env: Environment): number {
  const set = Number(env['CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS']);
  if (set > 0) return set;
  const asked = all.map((hook) => (hook.plugin ? 0 : (hook.handler.timeout ?? 0) * 1_000));
  return Math.min(Math.max(SESSION_END_MS, ...asked), SESSION_END_MAX_MS);
}
