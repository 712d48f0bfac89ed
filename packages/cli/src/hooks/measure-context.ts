import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { claudeConfigDir } from '@carryover/hooks-runtime';
import { voidBefore, type LedgerEntry } from '@carryover/state-file';
import {
  contextUsage,
  isAtThreshold,
  type ContextUsage,
  type ReadFailure,
} from '@carryover/transcript';

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

/** By increasing strength: user, project, local. */
function clientSettings(): Record<string, unknown> {
  const user = claudeConfigDir();
  const project = process.env['CLAUDE_PROJECT_DIR'];
  const files = [
    user && join(user, 'settings.json'),
    project && join(project, '.claude', 'settings.json'),
    project && join(project, '.claude', 'settings.local.json'),
  ];
  return Object.assign({}, ...files.map((file) => (file ? readJson(file) : {})));
}

/** The object in a file; an empty one where there is none. */
function readJson(file: string): object {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    // Missing, or with comments: then the defaults decide.
    return {};
  }
}
