import { callOwner } from './call-owner.ts';
import {
  type CompactionTrigger,
  createCompactionSigns,
  type Sign,
  triggerOf,
} from './compaction-signs.ts';
import { fieldOf } from './unknown.ts';

export type { CompactionTrigger };

/** What is published of an automatic compaction; a manual one is the owner's own doing. */
export type ContextCompressed = {
  kind: 'context_compressed';
  tag: string;
  backend: string;
  reason: 'claude_code_auto';
};

export type CompactionObserverOptions = {
  /** Called once per compaction, so that the owner can send its instruction files again. */
  onCompaction?: (trigger: CompactionTrigger) => unknown;
  /** Called for automatic compactions only. */
  publish?: (event: ContextCompressed) => unknown;
  /** Names the owner's conversation in what is published. */
  tag: string;
  /** Default: `claude`. */
  backend?: string;
  /** Hears of what the two callbacks throw, which goes no further. */
  onError?: (error: unknown) => unknown;
};

type NoAnswer = Promise<Record<string, never>>;

export type CompactionObserver = {
  /** For `options.hooks.PreCompact` of the Agent SDK. Waits for no callback and answers `{}`. */
  preCompact: (input: unknown) => NoAnswer;
  /** For `options.hooks.PostCompact`. */
  postCompact: (input: unknown) => NoAnswer;
  /** For each message of the SDK's stream, which shows a compaction also where no hook does. */
  onMessage: (message: unknown) => void;
  /**
   * Whether the context may have lost the instruction files: `expected` from PreCompact on, `confirmed`
   * by PostCompact or a `compact_boundary`, `no` once they were delivered, or when a turn ended and
   * no compaction had followed its PreCompact.
   */
  readonly needsResend: 'no' | 'expected' | 'confirmed';
  /** Call it when the instruction files were sent. */
  delivered: () => void;
};

/**
 * Watches compactions from inside an Agent SDK process. Those of sub-agents, which carry an `agent_id`
 * and the parent's session, are not the owner's and are passed over.
 */
export function createCompactionObserver(options: CompactionObserverOptions): CompactionObserver {
  let needsResend: CompactionObserver['needsResend'] = 'no';
  const signs = createCompactionSigns();

  const take = (sign: Sign, source: unknown): void => {
    const { isNew, isProof } = signs.see(sign, source);
    if (isProof) needsResend = 'confirmed';
    else if (isNew && needsResend === 'no') needsResend = 'expected';
    if (!isNew) return;
    // A compaction that the client prepared beforehand has no PreCompact of its own (2.1.332).
    const trigger = triggerOf(source) ?? 'auto';
    call(options, () => options.onCompaction?.(trigger));
    if (trigger === 'auto') call(options, () => options.publish?.(compressed(options)));
  };
  const takeHook = async (sign: Sign, input: unknown): NoAnswer => {
    if (!isOfSubAgent(input)) take(sign, input);
    return {};
  };

  return {
    preCompact: (input) => takeHook('pre', input),
    postCompact: (input) => takeHook('post', input),
    onMessage: (message) => {
      if (fieldOf(message, 'subtype') === 'compact_boundary')
        take('boundary', fieldOf(message, 'compact_metadata'));
      if (fieldOf(message, 'type') !== 'result') return;
      // A PreCompact of this turn that nothing has followed had no compaction.
      if (needsResend === 'expected') needsResend = 'no';
      signs.endTurn();
    },
    get needsResend() {
      return needsResend;
    },
    delivered: () => {
      needsResend = 'no';
    },
  };
}

/** Runs an owner's callback; neither its error nor its delay reaches the client. */
function call(options: CompactionObserverOptions, callback: () => unknown): void {
  void callOwner(callback).catch((error: unknown) =>
    // Where the owner's own report fails there is nobody left to tell.
    callOwner(() => options.onError?.(error)).catch(() => {}),
  );
}

function compressed({ tag, backend = 'claude' }: CompactionObserverOptions): ContextCompressed {
  return { kind: 'context_compressed', tag, backend, reason: 'claude_code_auto' };
}

function isOfSubAgent(input: unknown): boolean {
  const agent = fieldOf(input, 'agent_id');
  return typeof agent === 'string' && agent !== '';
}
