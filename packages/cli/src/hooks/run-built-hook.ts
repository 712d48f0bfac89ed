import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Test support: the built hook as the client starts it, in a home of its own. */
export type HookRun = {
  exitCode: number | null;
  stdout: string;
  stderr: string;
  /** What the model receives, empty where that is nothing. */
  context: string;
  /** The lines of the run log, this run's last. */
  log: { event: string; session: string; outcome: string; reason: string; ms: number }[];
};

const BUILT_HOOK = fileURLToPath(new URL('../../dist/hook.cjs', import.meta.url));

export type HookOptions = {
  /** The home folder; carryover's is `.claude/carryover` below it. */
  home: string;
  env?: Record<string, string>;
};

/** `payload`: an object is written as the client writes it, text and bytes as they are. */
export function runBuiltHook(
  event: string,
  payload: object | string | Uint8Array,
  { home, env = {} }: HookOptions,
): HookRun {
  if (!existsSync(BUILT_HOOK)) throw new Error('Build first: pnpm --filter carryover build');
  const input =
    typeof payload === 'string' || payload instanceof Uint8Array
      ? payload
      : JSON.stringify(payload);
  const child = spawnSync(process.execPath, [BUILT_HOOK, event], {
    input,
    env: { HOME: home, PATH: '/usr/bin:/bin', ...env },
  });
  const stdout = child.stdout.toString('utf8');
  return {
    exitCode: child.status,
    stdout,
    stderr: child.stderr.toString('utf8'),
    context: contextOf(stdout),
    log: readLog(env['CARRYOVER_HOME'] ?? join(home, '.claude', 'carryover')),
  };
}

function contextOf(stdout: string): string {
  // PreCompact answers in plain text, and to the summariser alone.
  if (!stdout.startsWith('{')) return '';
  const answer: { hookSpecificOutput?: { additionalContext?: string } } = JSON.parse(stdout);
  return answer.hookSpecificOutput?.additionalContext ?? '';
}

function readLog(home: string): HookRun['log'] {
  const file = join(home, 'log', 'runs.jsonl');
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line): HookRun['log'][number] => JSON.parse(line));
}
