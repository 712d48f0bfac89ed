import type { CompactionTrigger } from '../compaction-observer.ts';
import { startLimit } from '../time-limit.ts';
import { mergeHookInstructions, type PreCompactOutcome } from './compact-hooks.ts';

export type CompactProgress = { type: 'hooks_start'; hookType: CompactPhase };

export type CompactPhase = 'pre_compact' | 'session_start' | 'post_compact';

export type WithCompactHooksOptions<Summary extends { text: string }> = {
  trigger: CompactionTrigger;
  /** What the person typed behind `/compact`. */
  customInstructions?: string | null;
  /** The owner's summariser. Its rejection is the only one that goes through. */
  summarize: (instructions: string | undefined) => Summary | Promise<Summary>;
  /**
   * Called with what SessionStart hooks (`source: "compact"`) give the model, and waited for as a hook
   * is: until `timeoutMs`, by default ten minutes, or until `signal` aborts.
   */
  onSessionStart?: (context: string[]) => unknown;
  onProgress?: (progress: CompactProgress) => unknown;
  signal?: AbortSignal;
  timeoutMs?: number;
};

export type CompactOutcome<Summary> = {
  /** `undefined` where a hook has blocked the compaction, or `signal` had aborted before it began. */
  summary: Summary | undefined;
  blocked?: string;
  /** What the SessionStart hooks give the model. */
  context: string[];
  userDisplayMessage?: string;
};

const DEFAULT_MS = 600_000;

/** The three steps that surround a summariser, as a hook host runs them. */
export type CompactSteps = {
  preCompact: (customInstructions: string | null) => Promise<PreCompactOutcome>;
  sessionStart: () => Promise<string[]>;
  postCompact: (summary: string) => Promise<{ userDisplayMessage?: string }>;
};

/**
 * A compaction with its hooks in the client's order: PreCompact, the summary, SessionStart, PostCompact.
 * No failure of a hook or of an owner's callback stops it; only a hook that blocks does.
 */
export async function compactWithHooks<Summary extends { text: string }>(
  steps: CompactSteps,
  options: WithCompactHooksOptions<Summary>,
): Promise<CompactOutcome<Summary>> {
  const { customInstructions = null, summarize, signal } = options;
  tell(options, 'pre_compact');
  const before = await attempt<PreCompactOutcome>(() => steps.preCompact(customInstructions), {});
  if (before.blocked !== undefined) {
    const { blocked } = before;
    return { summary: undefined, blocked, context: [], ...shown(before.userDisplayMessage) };
  }
  if (signal?.aborted)
    return { summary: undefined, context: [], ...shown(before.userDisplayMessage) };
  const summary = await summarize(
    mergeHookInstructions(customInstructions, before.newCustomInstructions),
  );
  tell(options, 'session_start');
  const context = await attempt(() => steps.sessionStart(), []);
  await attempt(() => handOn(context, options), undefined);
  tell(options, 'post_compact');
  const after = await attempt<{ userDisplayMessage?: string }>(
    () => steps.postCompact(summary.text),
    {},
  );
  return { summary, context, ...shown(before.userDisplayMessage, after.userDisplayMessage) };
}

async function handOn<Summary extends { text: string }>(
  context: string[],
  { onSessionStart, timeoutMs = DEFAULT_MS, signal }: WithCompactHooksOptions<Summary>,
): Promise<void> {
  const limit = startLimit({ timeoutMs, signal });
  try {
    await Promise.race([onSessionStart?.(context), limit.passed]);
  } finally {
    limit.clear();
  }
}

function shown(...messages: (string | undefined)[]): { userDisplayMessage?: string } {
  const text = messages.filter((message) => message !== undefined).join('\n');
  return text === '' ? {} : { userDisplayMessage: text };
}

function tell<Summary extends { text: string }>(
  { onProgress }: WithCompactHooksOptions<Summary>,
  hookType: CompactPhase,
): void {
  void attempt(() => onProgress?.({ type: 'hooks_start', hookType }), undefined);
}

/** What a step returns, or the fallback where it fails. */
async function attempt<T>(step: () => T | Promise<T>, fallback: T): Promise<T> {
  try {
    return await step();
  } catch {
    return fallback;
  }
}
