import { voidBefore, type LedgerEntry } from '@carryover/state-file';
import {
  contextUsage,
  isAtThreshold,
  type ContextUsage,
  type ReadFailure,
} from '@carryover/transcript';
import { clientSettings } from './client-settings.ts';

export type MeasureOptions = {
  /** Tokens, where the person has set it. */
  window: number | undefined;
  /** The lowest percentage that matters. */
  atLeast: (model: string | null) => number;
  /** The JSON that the client gives to a status line. */
  statusLine?: unknown;
};

/**
 * How full the context is. The client's settings may name a larger window; they are read only where
 * that could change the answer, since nearly every prompt is far below the threshold.
 */
export function measureContext(
  transcript: string,
  { window, atLeast, statusLine }: MeasureOptions,
): ContextUsage | ReadFailure {
  const usage = contextUsage(transcript, { window, statusLine });
  if (window !== undefined || !usage.ok || !isAtThreshold(usage, atLeast(usage.model)))
    return usage;
  return contextUsage(transcript, { statusLine, settings: clientSettings() });
}

/** The boundary may not be on disk yet when the next prompt comes; the ledger knows of it. */
export function isVoid(usage: ContextUsage, ledger: LedgerEntry[]): boolean {
  return usage.offset !== null && usage.offset < voidBefore(ledger);
}
