import { estimateTokenCount } from 'tokenx';
import { isAgentPath } from './agent-path.ts';
import { createDigestCollector, type Collected } from './digest-collector.ts';
import type { ScanSummary, TranscriptConsumer } from './entry-reader.ts';
import { asMainLine } from './entry.ts';
import type { ReadFailure } from './open-transcript.ts';
import {
  coverageOf,
  formatCoverage,
  renderDigest,
  type Coverage,
  type DigestText,
} from './render-digest.ts';
import { scanTranscript } from './scan-transcript.ts';
import { spendBudget } from './spend-budget.ts';
import { readTurnBefore } from './turn-before.ts';

export type CondenseOptions = {
  /** Tokens that the digest may have, by `estimateTokens`. Default 12,000, which is about 46 KB. */
  budget?: number | undefined;
  /** Where to start, in bytes: the `offset` of an earlier digest. Everything after it is condensed. */
  from?: number | undefined;
  /** Whether this is the file of a sub-agent: its lines count then. Default: by the name of the file. */
  agentFile?: boolean | undefined;
};

export type Digest = CondensedText &
  Pick<ScanSummary, 'offset' | 'skipped' | 'skippedCount'> & {
    ok: true;
    /** Where the digest starts, in bytes: 0 also when the file is another one than `from` was taken of. */
    from: number;
  };

export type CondensedText = DigestText & {
  /** Estimated; never more than the budget. */
  tokens: number;
  coverage: Coverage;
  /** Items of rewound branches that were left out; their prompts and failures are in, marked. */
  rewound: number;
};

/** Tokens of a text, estimated from its letters; the error is measured in `condense.test.ts`. */
export function estimateTokens(text: string): number {
  return estimateTokenCount(text);
}

const defaultBudget = 12_000;

/**
 * Condenses a transcript for a model to read. The budget is spent by priority: all genuine prompts
 * first, then decisions, summaries, answers, edits, failures, and only then what tools printed. Long
 * sessions get thinner evenly; nothing is cut out of the middle. Equal input gives equal output.
 */
export function condense(path: string, options: CondenseOptions = {}): Digest | ReadFailure {
  const { budget, from: wanted = 0, agentFile = isAgentPath(path) } = options;
  const condenser = createCondenser({ agentFile });
  if (wanted > 0) readTurnBefore(path, wanted, condenser.before);
  const result = scanTranscript(path, [condenser], { from: wanted });
  if (!result.ok) return result;
  const { from, offset, skipped, skippedCount } = result;
  // Another file: what was read before its start is not of it.
  if (wanted > 0 && from === 0) return condense(path, { budget, agentFile });
  return { ok: true, ...condenser.finish(budget), from, offset, skipped, skippedCount };
}

export type Condenser = {
  entry: NonNullable<TranscriptConsumer['entry']>;
  /**
   * For a pass that starts in the middle: takes lines from before it, so that what hangs on
   * them has its place, and the results of tools which were used there have their names.
   */
  before: NonNullable<TranscriptConsumer['entry']>;
  /** The digest in at most `budget` tokens. What comes after the first call is left out of later ones. */
  finish: (budget?: number) => CondensedText;
};

/** The same as a consumer, for a pass that serves others too. */
export function createCondenser({ agentFile = false }: { agentFile?: boolean } = {}): Condenser {
  const collector = createDigestCollector();
  return {
    entry: (entry, at) => collector.entry(agentFile ? asMainLine(entry) : entry, at),
    before: (entry, at) => collector.before(agentFile ? asMainLine(entry) : entry, at),
    finish: (budget = defaultBudget) => fit(collector.finish(), budget),
  };
}

/** A digest that fills this much of its budget is not tried again. */
const filled = 0.985;
const mostAttempts = 12;

/** What a text costs is known only when it is written: tried again with more or less until it fits. */
function fit(collected: Collected, budget: number): CondensedText {
  let best = write(collected, 0, 0);
  let [low, high, guess] = [0, Infinity, budget];
  for (let attempt = 0; attempt < mostAttempts && high - low > 1; attempt += 1) {
    const digest = write(collected, guess, budget);
    const { tokens, isWhole } = digest;
    if (tokens <= budget) {
      best = digest;
      if (isWhole || tokens >= budget * filled) break;
      low = guess;
    } else {
      high = guess;
    }
    const next = guess * (budget / Math.max(1, tokens));
    guess = next > low && next < high ? next : (low + Math.min(high, low * 4 + 1)) / 2;
  }
  const { text, lines, tokens, coverage, rewound } = best;
  return { text, lines, tokens, coverage, rewound };
}

function write(
  { turns, totals, rewound }: Collected,
  spend: number,
  budget: number,
): CondensedText & { isWhole: boolean } {
  const items = turns.flatMap((turn) => (turn.prompt ? [turn.prompt, ...turn.items] : turn.items));
  const spending = spendBudget(items, spend);
  const coverage = coverageOf(turns, spending, totals);
  const digest = renderDigest(turns, spending, heading(coverage, budget));
  const isWhole =
    spending.size === items.length &&
    items.every((item) => spending.get(item) === item.text.length);
  return { ...digest, tokens: estimateTokens(digest.text), coverage, rewound, isWhole };
}

/** The longest that takes no more than a quarter of the budget. */
function heading(coverage: Coverage, budget: number): string | undefined {
  const { kept, total } = coverage.prompt;
  return [
    `Condensed session, [n] is the user's prompt number n. ${formatCoverage(coverage)}`,
    `Condensed session, prompts ${kept}/${total}`,
  ].find((text) => estimateTokens(text) <= budget / 4);
}
