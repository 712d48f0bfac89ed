import { setMaxListeners } from 'node:events';
import { existsSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { hookEvents, isHookEventName } from '@carryover/schemas';
import { type HookEffect, interpretOutput } from '../hook-effect.ts';
import type { CommandHandler, ConfiguredHook, OtherHandler } from './configured-hook.ts';
import {
  dropEnvFile,
  type Environment,
  type HostSession,
  hookEnvironment,
  substitute,
} from './hook-environment.ts';
import { timeoutOf } from './hook-timeout.ts';
import { matchHooks } from './match-hooks.ts';
import { labelOf } from './label.ts';
import { type CommandOutput, runCommand } from './run-command.ts';
import { type Executors, executorOf, messageOf, runHandler } from './run-handler.ts';
import { spill } from './spill.ts';

export type HookResult = Omit<CommandOutput, 'later' | 'ending'> & {
  hook: ConfiguredHook;
  /** `unsupported`: a handler for which the host has no executor. */
  ending: CommandOutput['ending'] | 'unsupported';
  effect: HookEffect;
  /** Of a hook that goes on in the background: what it had to say when it was done. */
  later?: Promise<HookResult>;
};

export type ExecuteOptions = {
  /** The event's own fields; the session's are filled in. */
  hookInput: { hook_event_name: string; [field: string]: unknown };
  /** What matchers are compared with. Default: the event's own field. */
  matchQuery?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Caps each hook's own timeout, in ms. */
  timeoutMs?: number | undefined;
};

export type HostOptions = {
  hooks: readonly ConfiguredHook[];
  session: HostSession;
  /** The client to be like. Default: the newest known. */
  clientVersion?: string;
  /** Also gives hooks the environment variables that older guides promise. Default: false. */
  compat?: boolean;
  /**
   * What runs the handlers that need a model or a connection of the owner's. `http` is run without one;
   * the others come back as `unsupported`.
   */
  executors?: Executors;
  /** Where text over the cap is kept. Default: a folder for temporary files. */
  spillDir?: string;
};

/** A model's answer is not held to it (Agent SDK 0.3.333). */
const CAN_FAIL_CLOSED = new Set(['command', 'http', 'mcp_tool']);

/** A failing hook of these never blocks, whatever its `onFailure` says (Claude Code 2.1.333). */
const NEVER_BLOCKED_BY_FAILURE = new Set(['Stop', 'SubagentStop', 'TaskCompleted', 'TeammateIdle']);

export type Run = {
  /** One for each matching hook, in the order of `matchHooks`. */
  results: HookResult[];
  /** The same in the order in which they were done. */
  completed: HookResult[];
};

/** Starts all matching hooks together and waits for those that are not asynchronous. No hook makes it reject. */
export async function runMatching(
  host: HostOptions,
  options: ExecuteOptions,
  hostSignal: AbortSignal,
): Promise<Run> {
  const { session } = host;
  const { hookInput, matchQuery, timeoutMs } = options;
  const input = {
    session_id: session.sessionId,
    transcript_path: session.transcriptPath,
    cwd: session.cwd,
    ...hookInput,
  };
  const { clientVersion } = host;
  const hooks = matchHooks(host.hooks, input, { matchQuery, clientVersion });
  const signal = AbortSignal.any([hostSignal, ...(options.signal ? [options.signal] : [])]);
  // One listener for each hook: more than ten of them are no leak.
  setMaxListeners(0, signal);
  const completed: HookResult[] = [];
  const results = await Promise.all(
    hooks.map(async (hook) => {
      const result = await runOne(hook, { host, hooks, input, signal, timeoutMs });
      completed.push(result);
      return result;
    }),
  );
  return { results, completed };
}

type Call = {
  host: HostOptions;
  hooks: readonly ConfiguredHook[];
  input: { hook_event_name: string; [field: string]: unknown };
  signal: AbortSignal;
  timeoutMs: number | undefined;
};

async function runOne(hook: ConfiguredHook, call: Call): Promise<HookResult> {
  const { handler } = hook;
  const running = start(hook, call);
  if (handler.type !== 'command' || handler.async !== true) return running;
  const later = running.then(withoutDecisions);
  return { hook, ...NOTHING, ending: 'async', effect: NO_EFFECT, later };
}

/** Never rejects: what the system or `JSON.stringify` does not take is a hook that failed. */
async function start(hook: ConfiguredHook, call: Call): Promise<HookResult> {
  let env: Environment = {};
  let later: Promise<unknown> | undefined;
  try {
    const { session, compat = false } = call.host;
    const { handler } = hook;
    if (handler.type !== 'command') return await startOther(hook, handler, call);
    env = hookEnvironment(hook, call.input, { session, compat });
    const result = await startCommand(hook, handler, env, call);
    ({ later } = result);
    return result;
  } catch (error) {
    const output = { ...NOTHING, ending: 'not started' as const, stderr: messageOf(error) };
    return { hook, ...output, effect: effectOf(hook, output, call) };
  } finally {
    const drop = (): void => dropEnvFile(env, hook.event);
    if (later) void later.finally(drop);
    else drop();
  }
}

async function startOther(
  hook: ConfiguredHook,
  handler: OtherHandler,
  call: Call,
): Promise<HookResult> {
  const { host, hooks, input, signal } = call;
  const env = host.session.env ?? process.env;
  const execute = executorOf(handler.type, host.executors);
  if (!execute) {
    const failure = `the host runs no ${handler.type} hooks`;
    const effect: HookEffect = { ...NO_EFFECT, outcome: 'error', failure };
    return { hook, ...NOTHING, ending: 'unsupported', effect };
  }
  const timeoutMs = timeoutOf(hook, hooks, env, call.timeoutMs);
  const output = await runHandler(execute, { handler, input, env, signal, timeoutMs });
  return { hook, ...output, effect: effectOf(hook, output, call) };
}

async function startCommand(
  hook: ConfiguredHook,
  handler: CommandHandler,
  env: Environment,
  call: Call,
): Promise<HookResult> {
  const { host, hooks, input, signal } = call;
  const { later, ...output } = await runCommand({
    ...commandLine(handler, env),
    cwd: workingFolder(host.session),
    env,
    stdin: JSON.stringify(input),
    timeoutMs: timeoutOf(hook, hooks, env, call.timeoutMs),
    signal,
    mayGoOn: handler.async !== true,
  });
  const result: HookResult = { hook, ...output, effect: effectOf(hook, output, call) };
  if (!later) return result;
  return {
    ...result,
    later: later.then((left) =>
      withoutDecisions({ ...result, ...left, effect: lateEffect(hook, left, call) }),
    ),
  };
}

const NOTHING = { exitCode: null, stdout: '', stderr: '', ms: 0 };

function commandLine(handler: CommandHandler, env: Environment) {
  const { command, args, shell } = handler;
  if (args)
    return { file: substitute(command, env), args: args.map((arg) => substitute(arg, env)) };
  if (shell === 'powershell') return { file: 'pwsh', args: ['-NoProfile', '-Command', command] };
  const file = process.platform === 'win32' ? 'bash' : '/bin/sh';
  return { file, args: ['-c', command] };
}

/** The session's folder may have been deleted meanwhile (Claude Code 2.1.239). */
function workingFolder({ cwd, projectDir }: HostSession): string {
  return [cwd, projectDir ?? cwd, homedir()].find((folder) => existsSync(folder)) ?? '/';
}

function effectOf(
  hook: ConfiguredHook,
  output: Omit<CommandOutput, 'later'>,
  { host, input }: Call,
): HookEffect {
  const { event } = hook;
  const label = labelOf(event, input);
  const spillDir = host.spillDir ?? join(tmpdir(), 'carryover-hook-output');
  const shorten = (text: string): string => spill(text, spillDir);
  const effect =
    output.ending === 'exited'
      ? interpretOutput(event, output, { label, shorten, command: commandOf(hook) })
      : unfinishedEffect(output, event, label);
  if (!blocksOnFailure(hook, output, effect)) return effect;
  const blocked = `${label} hook failed; blocking because onFailure is "block"`;
  return { ...effect, outcome: 'blocking', blocked };
}

function commandOf({ handler }: ConfiguredHook): string | undefined {
  return handler.type === 'command' ? handler.command : undefined;
}

function unfinishedEffect(
  { ending, stderr }: Omit<CommandOutput, 'later'>,
  event: string,
  label: string,
): HookEffect {
  if (ending === 'async') return NO_EFFECT;
  const why = ending === 'not started' ? stderr : 'Hook cancelled';
  const effect: HookEffect = {
    ...NO_EFFECT,
    outcome: 'error',
    failure: why,
    user: [`${label} hook failed: ${why}`],
  };
  // Of all events only this one takes a timeout for a refusal (hooks page, 2.1.251).
  return event === 'PreModelSwitch' ? { ...effect, blocked: why } : effect;
}

function blocksOnFailure(
  { handler, event }: ConfiguredHook,
  { ending, exitCode }: Omit<CommandOutput, 'later'>,
  effect: HookEffect,
): boolean {
  if (handler.onFailure !== 'block' || !CAN_FAIL_CLOSED.has(handler.type)) return false;
  if (handler.type === 'command' && handler.async) return false;
  if (!isHookEventName(event) || !hookEvents[event].exit2.blocks) return false;
  if (NEVER_BLOCKED_BY_FAILURE.has(event) || ending === 'async') return false;
  return ending !== 'exited' || (exitCode !== 0 && exitCode !== 2) || effect.outcome === 'error';
}

/** The first line was the promise to go on; the answer, if any, comes behind it. */
function lateEffect(
  hook: ConfiguredHook,
  left: { exitCode: number | null; stdout: string; stderr: string },
  { input }: Call,
): HookEffect {
  const stdout = left.stdout.split('\n').slice(1).join('\n');
  return interpretOutput(hook.event, { ...left, stdout }, { label: labelOf(hook.event, input) });
}

/** What comes too late to decide anything. */
function withoutDecisions(result: HookResult): HookResult {
  const { model, user, warnings } = result.effect;
  return { ...result, effect: { ...NO_EFFECT, model, user, warnings } };
}

const NO_EFFECT: HookEffect = {
  outcome: 'success',
  model: [],
  user: [],
  specific: {},
  warnings: [],
};
