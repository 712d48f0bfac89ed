import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { contextUsage, type ContextUsage } from '@carryover/transcript';
import { CliError } from '../cli-error.ts';
import { number } from '../demo/show-replay.ts';
import { folders } from './folders.ts';

/** How full the context of a session is; without a transcript, of this folder's newest session. */
export function usage(transcript: string | undefined, options: { json?: boolean }): void {
  const path = transcript ?? newestTranscript(process.cwd());
  const result = contextUsage(path);
  if (!result.ok) throw new CliError(`${path}: ${result.message} Give the path of a transcript.`);
  console.log(options.json ? JSON.stringify(result, null, 2) : describe(result));
}

function describe(result: ContextUsage): string {
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

/** The client names a project's folder after its path (2.1.332). */
export function newestTranscript(folder: string): string {
  const { configDir } = folders();
  const sessions = join(configDir, 'projects', folder.replace(/[^A-Za-z0-9]/g, '-'));
  const files = listTranscripts(sessions);
  const newest = files.toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];
  if (newest !== undefined) return newest;
  throw new CliError(`No session of this folder in ${sessions}. Give the path of a transcript.`);
}

function listTranscripts(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
    return names.filter((name) => !name.startsWith('agent-')).map((name) => join(folder, name));
  } catch {
    return [];
  }
}
