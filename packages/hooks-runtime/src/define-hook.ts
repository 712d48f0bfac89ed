import type { HookEventName, HookInputOf, HookOutputOf } from '@carryover/schemas';
import type { Job } from './detach.ts';
import type { StandardSchema } from './standard-schema.ts';
import { withinTimer } from './timer-limit.ts';

export type HookContext = {
  /** Aborted when the deadline passes or the host asks the process to end. */
  signal: AbortSignal;
  /** carryover's folder, `undefined` where no home folder is known. */
  home: string | undefined;
  /** Ends the run without an answer and logs why: `return context.skip('sub-agent')`. */
  skip: (reason: string) => undefined;
  /** What the log line of a run that went well says. No prompts, no secrets: the line is kept. */
  note: (reason: string) => void;
  /** Counts the run as failed and logs why, though it may still answer; a hook with `policy: 'closed'` blocks. */
  fail: (reason: string) => void;
  /** Calls back where nobody gets the answer: the run fails, is ended, or its stdout is closed. */
  whenLost: (undo: () => void) => void;
  /** Hands over work that outlives the hook. It starts when the answer is out. */
  detach: (job: Job) => void;
};

export type HookAnswer<E extends HookEventName> = HookOutputOf<E> | undefined;

export type HookHandler<E extends HookEventName> = (
  input: HookInputOf<E>,
  context: HookContext,
) => HookAnswer<E> | Promise<HookAnswer<E>>;

export type HookPolicy = 'open' | 'closed';

export type HookOptions = {
  /** What the log and the failure counter call it. Default: the event. */
  name?: string;
  /** Wall time from process start, in ms, after which the run ends without an answer. */
  budgetMs?: number;
  /**
   * What a failure of the hook means. `open`, the default: nothing, the client goes on. `closed`: exit
   * code 2, which blocks where the event can block. On UserPromptSubmit that throws the prompt away,
   * and on PreCompact it can leave a session stuck, so it is for hooks whose purpose is to block.
   */
  policy?: HookPolicy;
  /** Checks the payload before the handler sees it. Without one only its envelope is checked. */
  schema?: StandardSchema;
};

export type Hook<E extends HookEventName = HookEventName> = {
  event: E;
  name: string;
  budgetMs: number;
  policy: HookPolicy;
  schema: StandardSchema | undefined;
  // Method syntax lets hooks of different events stand in one list; the runtime sees to it that each
  // gets only payloads of its own event.
  handle(input: HookInputOf<E>, context: HookContext): HookAnswer<E> | Promise<HookAnswer<E>>;
};

/**
 * Names the event that a handler answers. The answer has the client's documented shape for that
 * event, without `hookEventName`; PreCompact answers `{ instructions }`. `undefined` answers nothing.
 */
export function defineHook<E extends HookEventName>(
  event: E,
  options: HookOptions,
  handler: HookHandler<E>,
): Hook<E> {
  const { name = event, policy = 'open', schema } = options;
  const budgetMs = withinTimer(options.budgetMs ?? defaultBudgetMs(event));
  return { event, name, budgetMs, policy, schema, handle: handler };
}

/**
 * Well under the host's own limits, so that the run ends in our hands: the client gives
 * UserPromptSubmit and the model switches 30 s, MessageDisplay 10 s, all SessionEnd hooks together
 * 1.5 s, others 600 s (Claude Code 2.1.333, hooks page).
 */
function defaultBudgetMs(event: string): number {
  if (event === 'SessionEnd') return 1_000;
  if (event === 'MessageDisplay') return 5_000;
  if (event === 'UserPromptSubmit' || event.endsWith('ModelSwitch')) return 10_000;
  return 60_000;
}
