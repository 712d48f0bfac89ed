import type { HookEventName } from '@carryover/schemas';
import type { Hook } from './define-hook.ts';
import { type HandedOver, handOver, type Job, startDetached } from './detach.ts';
import { recordRun } from './failure-count.ts';
import { carryoverHome } from './home.ts';
import { performWithin } from './perform-within.ts';
import { fieldOf, isRecord } from './unknown.ts';

/** A `HookCallback` of `@anthropic-ai/claude-agent-sdk` 0.3, without its types. */
export type SdkCallback = (
  input: object,
  toolUseId: string | undefined,
  options?: { signal?: AbortSignal },
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
  return async (input, _toolUseId, { signal } = {}) => {
    const began = performance.now();
    const session = sessionOf(input);
    const jobs: HandedOver[] = [];
    const detach = (job: Job): void => {
      jobs.push(handOver(home, job, session));
    };
    const { stdout, said } = await performWithin(
      hook,
      input,
      { home, detach },
      { budgetMs, signal },
    );
    const answer = forSdk(hook.event, stdout);
    recordRun(home, {
      time: new Date().toISOString(),
      event: hook.name,
      session,
      ms: Math.round(performance.now() - began),
      outcome: said.outcome,
      reason: said.reason,
      bytes: stdout === '' ? 0 : Buffer.byteLength(JSON.stringify(answer)),
    });
    startDetached(jobs);
    if (said.outcome !== 'failed' || hook.policy === 'open') return answer;
    return { decision: 'block', reason: `${hook.name} hook failed: ${said.reason}` };
  };
}

/**
 * The SDK takes objects only. A `systemMessage` of a PreCompact callback is appended to the
 * summariser's instructions, as a command hook's stdout is (Claude Code 2.1.333).
 */
function forSdk(event: string, stdout: string): Record<string, unknown> {
  if (stdout === '') return {};
  if (event === 'PreCompact' && !stdout.startsWith('{"decision":"block"'))
    return { systemMessage: stdout };
  if (event === 'WorktreeCreate')
    return { hookSpecificOutput: { hookEventName: event, worktreePath: stdout } };
  const answer: unknown = JSON.parse(stdout);
  return isRecord(answer) ? answer : {};
}

function sessionOf(input: unknown): string {
  const session = fieldOf(input, 'session_id');
  return typeof session === 'string' ? session : '';
}
