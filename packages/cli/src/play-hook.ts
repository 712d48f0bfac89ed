import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { runLogFile, type RunRecord } from '@carryover/hooks-runtime';
import { hookBundle } from './hook-bundle.ts';
import { isRecord } from './is-record.ts';

/** A built hook, run as its own process. */
export type PlayedHook = Pick<RunRecord, 'outcome' | 'reason'> & {
  /** Wall time of the whole process, in ms. */
  ms: number;
  exitCode: number | null;
  /** What it tells the model, of PreCompact the summariser; empty where that is nothing. */
  text: string;
};

/** @param home where this hook will write its line into the run log. */
export function playHook(
  event: string,
  input: object,
  { home, env }: { home: string; env: NodeJS.ProcessEnv },
): PlayedHook {
  const started = performance.now();
  const child = spawnSync(process.execPath, [hookBundle(), event], {
    input: JSON.stringify(input),
    env: { ...env, CARRYOVER_HOME: home },
    encoding: 'utf8',
  });
  const ms = Math.round(performance.now() - started);
  const line = readFileSync(runLogFile(home), 'utf8').trimEnd().split('\n').at(-1) ?? '{}';
  const { outcome, reason }: RunRecord = JSON.parse(line);
  return { outcome, reason, ms, exitCode: child.status, text: textOf(child.stdout) };
}

/** PreCompact answers in plain text, the others in JSON. */
function textOf(stdout: string): string {
  if (!stdout.startsWith('{')) return stdout;
  const answer: unknown = JSON.parse(stdout);
  const output = isRecord(answer) ? answer['hookSpecificOutput'] : undefined;
  const text = isRecord(output) ? output['additionalContext'] : undefined;
  return typeof text === 'string' ? text : '';
}
