import type { CompactionTrigger } from '../compaction-observer.ts';
import { postCompactOutcome, preCompactOutcome, type PreCompactOutcome } from './compact-hooks.ts';
import {
  type ExecuteOptions,
  type HookResult,
  type HostOptions,
  runMatching,
} from './execute-hooks.ts';
import { type MergedEffect, mergeEffects } from './merge-effects.ts';
import {
  type CompactOutcome,
  compactWithHooks,
  type WithCompactHooksOptions,
} from './with-compact-hooks.ts';

export type Execution = MergedEffect & {
  /** One for each matching hook, in the order of `matchHooks`. */
  results: HookResult[];
};

export type HookHost = {
  /** Runs the matching hooks of an event as Claude Code would. No hook makes it reject. */
  executeHooks: (options: ExecuteOptions) => Promise<Execution>;
  executePreCompactHooks: (
    compaction: { trigger: CompactionTrigger; customInstructions: string | null },
    signal?: AbortSignal,
    timeoutMs?: number,
  ) => Promise<PreCompactOutcome>;
  executePostCompactHooks: (
    compaction: { trigger: CompactionTrigger; compactSummary: string },
    signal?: AbortSignal,
    timeoutMs?: number,
  ) => Promise<{ userDisplayMessage?: string }>;
  /** The whole of a compaction, for an agent host that brings its own summariser. */
  withCompactHooks: <Summary extends { text: string }>(
    options: WithCompactHooksOptions<Summary>,
  ) => Promise<CompactOutcome<Summary>>;
  /** Ends the hooks that are still at work in the background, as the client does when it leaves. */
  dispose: () => void;
};

/** A host for the hooks of one session. Each method stands alone, so they can be taken apart. */
export function createHookHost(options: HostOptions): HookHost {
  const lifetime = new AbortController();
  const run = (execute: ExecuteOptions) => runMatching(options, execute, lifetime.signal);

  const executeHooks: HookHost['executeHooks'] = async (execute) => {
    const ran = await run(execute);
    return { ...mergeEffects(ran), results: ran.results };
  };
  const executePreCompactHooks: HookHost['executePreCompactHooks'] = async (
    { trigger, customInstructions },
    signal,
    timeoutMs,
  ) => {
    const hookInput = {
      hook_event_name: 'PreCompact',
      trigger,
      custom_instructions: customInstructions,
    };
    return preCompactOutcome(await run({ hookInput, signal, timeoutMs }));
  };
  const executePostCompactHooks: HookHost['executePostCompactHooks'] = async (
    { trigger, compactSummary },
    signal,
    timeoutMs,
  ) => {
    const hookInput = {
      hook_event_name: 'PostCompact',
      trigger,
      compact_summary: compactSummary,
    };
    return postCompactOutcome(await run({ hookInput, signal, timeoutMs }));
  };
  return {
    executeHooks,
    executePreCompactHooks,
    executePostCompactHooks,
    withCompactHooks: (compaction) => {
      const { trigger, signal, timeoutMs } = compaction;
      const hookInput = { hook_event_name: 'SessionStart', source: 'compact' };
      return compactWithHooks(
        {
          preCompact: (customInstructions) =>
            executePreCompactHooks({ trigger, customInstructions }, signal, timeoutMs),
          sessionStart: async () => (await executeHooks({ hookInput, signal, timeoutMs })).model,
          postCompact: (compactSummary) =>
            executePostCompactHooks({ trigger, compactSummary }, signal, timeoutMs),
        },
        compaction,
      );
    },
    dispose: () => lifetime.abort(),
  };
}
