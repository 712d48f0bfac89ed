import type { HookEventName } from '@carryover/schemas';
import { createContext, type Said, undoAll } from './create-context.ts';
import type { Hook } from './define-hook.ts';
import { describeError } from './describe-error.ts';
import { type HandedOver, startDetached } from './detach.ts';
import { encodeAnswer } from './encode-answer.ts';
import { recordRun } from './failure-count.ts';
import { carryoverHome } from './home.ts';
import { isPayloadOf } from './hook-envelope.ts';
import { refusalOf } from './standard-schema.ts';
import { isRecord } from './unknown.ts';

/** A `HookCallback` of `@anthropic-ai/claude-agent-sdk` 0.3, without its types. */
export type SdkCallback = (
  input: object,
  toolUseId: string | undefined,
  options: { signal: AbortSignal },
) => Promise<Record<string, unknown>>;

export type SdkCallbackOptions = {
  /** Where the log and the failure counts are kept. Default: `carryoverHome()`. */
  home?: string | undefined;
  /** In ms, counted from the call. Default: the hook's own budget, at most 20 s. */
  budgetMs?: number;
};

/**
 * The SDK fails closed where a command hook fails open: a callback that outlives its matcher's timeout
 * refuses the tool call on PreToolUse and the prompt on UserPromptSubmit, whose default is 30 s (Claude
 * Code 2.1.333). Give a matcher no `timeout` below the budget.
 */
const MAX_BUDGET_MS = 20_000;

/**
 * The hook as a callback for `options.hooks` of the Agent SDK. It never rejects: what goes wrong is
 * logged and answered with `{}`, which changes nothing, or with a block under `policy: 'closed'`.
 */
export function toSdkCallback<E extends HookEventName>(
  hook: Hook<E>,
  options: SdkCallbackOptions = {},
): SdkCallback {
  const home = options.home ?? carryoverHome();
  const budgetMs = options.budgetMs ?? Math.min(hook.budgetMs, MAX_BUDGET_MS);
  return async (input, _toolUseId, { signal }) => {
    const began = performance.now();
    const session = sessionOf(input);
    const jobs: HandedOver[] = [];
    const undos: (() => void)[] = [];
    const limit = startLimit(budgetMs, signal);
    const ending = await Promise.race([
      handle(hook, input, { home, session, jobs, undos, signal: limit.signal }),
      limit.passed,
    ]);
    limit.clear();
    if (ending.outcome === 'failed') undoAll(undos);
    recordRun(home, {
      time: new Date().toISOString(),
      event: hook.name,
      session,
      ms: Math.round(performance.now() - began),
      outcome: ending.outcome,
      reason: ending.reason,
      bytes: isEmpty(ending.answer) ? 0 : Buffer.byteLength(JSON.stringify(ending.answer)),
    });
    startDetached(jobs);
    if (ending.outcome !== 'failed' || hook.policy === 'open') return ending.answer;
    return { decision: 'block', reason: `${hook.name} hook failed: ${ending.reason}` };
  };
}

type Answer = Record<string, unknown>;
type Ending = Said & { answer: Answer };
type Call = {
  home: string | undefined;
  session: string;
  jobs: HandedOver[];
  undos: (() => void)[];
  signal: AbortSignal;
};

async function handle<E extends HookEventName>(
  hook: Hook<E>,
  input: object,
  call: Call,
): Promise<Ending> {
  const said: Said = { outcome: 'ok', reason: '' };
  try {
    if (!isPayloadOf(input, hook.event)) return failed(`the payload is not one of ${hook.event}`);
    const refusal = await refusalOf(hook.schema, input);
    if (refusal !== undefined) return failed(refusal);
    const result = await hook.handle(input, createContext(call, said));
    const encoded = encodeAnswer(hook.event, result);
    if (!encoded.ok) return failed(`answer refused: ${encoded.reason}`);
    return { ...said, answer: forSdk(hook.event, encoded.stdout) };
  } catch (error) {
    return failed(describeError(error));
  }
}

const failed = (reason: string): Ending => ({ answer: {}, outcome: 'failed', reason });

/**
 * The SDK takes objects only. A `systemMessage` of a PreCompact callback is appended to the
 * summariser's instructions, as a command hook's stdout is (Claude Code 2.1.333).
 */
function forSdk(event: string, stdout: string): Answer {
  if (stdout === '') return {};
  if (event === 'PreCompact' && !stdout.startsWith('{"decision":"block"'))
    return { systemMessage: stdout };
  if (event === 'WorktreeCreate')
    return { hookSpecificOutput: { hookEventName: event, worktreePath: stdout } };
  const answer: unknown = JSON.parse(stdout);
  return isRecord(answer) ? answer : {};
}

/** Resolves `passed` when the time is over or the host gives up, whatever the handler does. */
function startLimit(budgetMs: number, host: AbortSignal) {
  const aborter = new AbortController();
  const done = new AbortController();
  const passed = new Promise<Ending>((resolve) => {
    const stop = (reason: string): void => {
      aborter.abort(new Error(reason));
      resolve(failed(reason));
    };
    const timer = setTimeout(stop, budgetMs, `not done within ${budgetMs} ms`);
    done.signal.addEventListener('abort', () => clearTimeout(timer));
    if (host.aborted) stop('ended by the host');
    host.addEventListener('abort', () => stop('ended by the host'), { signal: done.signal });
  });
  return { signal: aborter.signal, passed, clear: () => done.abort() };
}

function sessionOf(input: object): string {
  return 'session_id' in input && typeof input.session_id === 'string' ? input.session_id : '';
}

const isEmpty = (answer: Answer): boolean => Object.keys(answer).length === 0;
