import { contextUsage, type ContextUsage } from '@carryover/transcript';
import { CliError } from '../cli-error.ts';
import { number } from '../demo/show-replay.ts';
import { newestTranscript } from './sessions.ts';

/** How full the context of a session is; without a transcript, of this folder's newest session. */
export function usage(transcript: string | undefined, options: { json?: boolean }): void {
  const path = transcript ?? newestTranscript();
  const result = contextUsage(path);
  if (!result.ok) throw new CliError(`${path}: ${result.message} Give the path of a transcript.`);
  console.log(options.json ? JSON.stringify(result, null, 2) : describeUsage(result));
}

export function describeUsage(result: ContextUsage): string {
  const { state, tokens, window, percent, estimate, windowSource, confidence, compactsAt } = result;
  const size = `window ${number(window)} tokens (from ${windowSource}, confidence ${confidence})`;
  const point = compactsAt === null ? '' : `, compacts by itself near ${number(compactsAt)}`;
  if (tokens !== null && percent !== null) {
    return `${Math.round(percent)} % of the context: ${number(tokens)} tokens; ${size}${point}`;
  }
  const guess = estimate ? `, probably near ${number(estimate.tokens)} tokens (an estimate)` : '';
  const why =
    state === 'after-compaction'
      ? 'nobody has answered since the compaction'
      : 'nobody has answered yet';
  return `unknown: ${why}${guess}; ${size}`;
}
