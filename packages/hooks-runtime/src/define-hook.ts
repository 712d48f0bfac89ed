import type { HookEventName, HookInputOf, HookOutputOf } from '@carryover/schemas';

export type HookContext = {
  /** Aborted when the deadline passes or the host asks the process to end. */
  signal: AbortSignal;
  /** carryover's folder, `undefined` where no home folder is known. */
  home: string | undefined;
  /** Ends the run without an answer and logs why: `return context.skip('sub-agent')`. */
  skip: (reason: string) => undefined;
  /** What the log line of a run that went well says. No prompts, no secrets: the line is kept. */
  note: (reason: string) => void;
};

export type HookAnswer<E extends HookEventName> = HookOutputOf<E> | undefined;

export type HookHandler<E extends HookEventName> = (
  input: HookInputOf<E>,
  context: HookContext,
) => HookAnswer<E> | Promise<HookAnswer<E>>;

export type HookOptions = {
  /** Wall time from process start, in ms, after which the run ends without an answer. */
  budgetMs?: number;
};

export type Hook<E extends HookEventName = HookEventName> = {
  event: E;
  budgetMs: number;
  // Method syntax lets hooks of different events stand in one list; `readEnvelope` sees to it that
  // each gets only payloads of its own event.
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
  return { event, budgetMs: options.budgetMs ?? defaultBudgetMs(event), handle: handler };
}

/**
 * Well under the host's own limits, so that the run ends in our hands: the client gives
 * UserPromptSubmit 30 s, MessageDisplay 10 s, all SessionEnd hooks together 1.5 s, others 600 s
 * (Claude Code 2.1.333, hooks page).
 */
function defaultBudgetMs(event: string): number {
  if (event === 'SessionEnd') return 1_000;
  if (event === 'MessageDisplay') return 5_000;
  if (event === 'UserPromptSubmit') return 10_000;
  return 60_000;
}
