import type { ContextUsage } from '@carryover/transcript';
import { CliError } from '../cli-error.ts';
import { contextOf } from '../context-of.ts';
import { number } from '../figures.ts';
import { newestTranscript, workFolder } from './sessions.ts';

/** How full the context of a session is; without a transcript, of this folder's newest session. */
export function usage(transcript: string | undefined, options: { json?: boolean }): void {
  const path = transcript ?? newestTranscript();
  const result = contextOf(path, workFolder());
  if (!result.ok) {
    throw new CliError(
      `Cannot tell how full the context is. ${result.message} Give the path of a transcript: carryover usage <file>.jsonl`,
    );
  }
  console.log(options.json ? JSON.stringify(result, null, 2) : describeUsage(result));
}

export function describeUsage(result: ContextUsage): string {
  const { state, tokens, window, percent, estimate, windowSource, confidence, compactsAt } = result;
  const size = `window ${number(window)} tokens (from ${windowSource}, confidence ${confidence})`;
  const point = compactsAt === null ? '' : `, compacts by itself near ${number(compactsAt)}`;
  if (tokens !== null && percent !== null) {
    return `${shown(percent)} % of the context: ${number(tokens)} tokens; ${size}${point}${doubt(result)}`;
  }
  const guess = estimate ? `, probably near ${number(estimate.tokens)} tokens (an estimate)` : '';
  const why =
    state === 'after-compaction'
      ? 'nobody has answered since the compaction'
      : 'nobody has answered yet';
  return `unknown: ${why}${guess}; ${size}`;
}

/** Whole; 100 only where the window is full. */
function shown(percent: number): number {
  return percent < 100 ? Math.min(99, Math.round(percent)) : 100;
}

/** Why the figure may be wrong, where something speaks against it. */
function doubt({ rawPercent, isStale, skipped }: ContextUsage): string {
  const doubts: string[] = [];
  if (rawPercent !== null && rawPercent > 100) {
    doubts.push(`the window must be larger: this would be ${Math.round(rawPercent)} % of it`);
  }
  if (isStale) doubts.push('from before a rewind: less is used now');
  const unread = skipped.filter(({ reason }) => reason !== 'torn').length;
  if (unread > 0) doubts.push(`newer lines that cannot be read: ${unread}`);
  return doubts.map((text) => `; ${text}`).join('');
}
