import { estimateTokenCount } from 'tokenx';
import { createDigestCollector, type Collected } from './digest-collector.ts';
import type { TranscriptConsumer } from './entry-reader.ts';
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

export type CondenseOptions = {
  /** Tokens that the digest may have, by `estimateTokens`. Default 12,000, which is about 46 KB. */
  budget?: number | undefined;
  /** Where to start, in bytes: the `offset` of an earlier digest. Everything after it is condensed. */
  from?: number | undefined;
};

export type Digest = DigestText & {
  ok: true;
  /** Estimated. */
  tokens: number;
  coverage: Coverage;
  /** Items of rewound branches that were left out; their prompts and failures are in, marked. */
  rewound: number;
  /** Where the next digest goes on, in bytes. */
  offset: number;
  /** Lines of the transcript that could not be read. */
  skippedCount: number;
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
  const condenser = createCondenser();
  const result = scanTranscript(path, [condenser], { from: options.from });
  if (!result.ok) return result;
  const { offset, skippedCount } = result;
  return { ok: true, ...condenser.finish(options.budget), offset, skippedCount };
}

export type CondensedText = Omit<Digest, 'ok' | 'offset' | 'skippedCount'>;

/** The same as a consumer, for a pass that serves others too. `finish` may be called once. */
export function createCondenser(): TranscriptConsumer & {
  finish: (budget?: number) => CondensedText;
} {
  const collector = createDigestCollector();
  return {
    entry: collector.entry,
    finish: (budget = defaultBudget) => fit(collector.finish(), budget),
  };
}

/** Characters a token: a first guess, which the rendered text corrects. */
const firstGuess = 3.5;

function fit(collected: Collected, budget: number): CondensedText {
  const { turns, totals, rewound } = collected;
  const items = turns.flatMap((turn) => (turn.prompt ? [turn.prompt, ...turn.items] : turn.items));
  let characters = budget * firstGuess;
  for (let attempt = 0; ; attempt += 1) {
    const spending = spendBudget(items, characters);
    const coverage = coverageOf(turns, spending, totals);
    const digest = renderDigest(turns, spending, heading(coverage));
    const tokens = estimateTokens(digest.text);
    if (tokens <= budget || attempt === 8) return { ...digest, tokens, coverage, rewound };
    characters *= Math.min(0.97, budget / tokens);
  }
}

function heading(coverage: Coverage): string {
  return `Condensed session, [n] is the user's prompt number n. ${formatCoverage(coverage)}`;
}
