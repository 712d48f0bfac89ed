import { isRecord } from './unknown.ts';

export type CompactionTrigger = 'manual' | 'auto';

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
  onError?: (error: unknown) => void;
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
  let announced = 0;
  let boundaries = 0;
  let postCompacts = 0;

  const announce = (trigger: CompactionTrigger): void => {
    announced++;
    call(options, () => options.onCompaction?.(trigger));
    if (trigger === 'auto') call(options, () => options.publish?.(compressed(options)));
  };
  /** PostCompact and the boundary tell of the same compaction, in either order, and either may miss. */
  const confirm = (trigger: CompactionTrigger, before: number): void => {
    const compactions = Math.max(boundaries, postCompacts);
    if (compactions === before) return;
    needsResend = 'confirmed';
    // A compaction that the client prepared beforehand has no PreCompact of its own (2.1.332).
    if (compactions > announced) announce(trigger);
  };

  return {
    preCompact: async (input) => {
      if (isOfSubAgent(input)) return {};
      needsResend = 'expected';
      announce(triggerOf(input));
      return {};
    },
    postCompact: async (input) => {
      if (isOfSubAgent(input)) return {};
      const before = Math.max(boundaries, postCompacts++);
      confirm(triggerOf(input), before);
      return {};
    },
    onMessage: (message) => {
      if (!isRecord(message)) return;
      if (message['subtype'] === 'compact_boundary') {
        const before = Math.max(boundaries++, postCompacts);
        confirm(triggerOf(message['compact_metadata']), before);
      } else if (message['type'] === 'result' && needsResend === 'expected') {
        needsResend = 'no';
        // That PreCompact had no compaction: it does not stand for the next one.
        announced = Math.max(boundaries, postCompacts);
      }
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
  const report = (error: unknown): void => {
    try {
      options.onError?.(error);
    } catch {
      // The owner's own report failed: there is nobody left to tell.
    }
  };
  try {
    Promise.resolve(callback()).catch(report);
  } catch (error) {
    report(error);
  }
}

function compressed({ tag, backend = 'claude' }: CompactionObserverOptions): ContextCompressed {
  return { kind: 'context_compressed', tag, backend, reason: 'claude_code_auto' };
}

function triggerOf(source: unknown): CompactionTrigger {
  return isRecord(source) && source['trigger'] === 'manual' ? 'manual' : 'auto';
}

const isOfSubAgent = (input: unknown): boolean =>
  isRecord(input) && typeof input['agent_id'] === 'string' && input['agent_id'] !== '';
