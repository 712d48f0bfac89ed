import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import {
  hookEvents,
  type HookEventName,
  type HookInputOf,
  isHookEventName,
} from '@carryover/schemas';
import { captureNoise } from './capture-noise.ts';
import type { Hook } from './define-hook.ts';
import type { Job } from './detach.ts';
import { type HookEffect, interpretOutput } from './hook-effect.ts';
import type { ProcessOutput } from './hook-output.ts';
import { labelOf } from './host/label.ts';
import { performWithin } from './perform-within.ts';
import type { RunOutcome } from './run-log.ts';

export type Simulation = ProcessOutput & {
  /** Who sees what of it, and what is blocked. */
  effect: Omit<HookEffect, 'warnings'>;
  /** What its author should know: noise on stdout, text over the cap, output that nobody reads. */
  warnings: string[];
  /** How the run would be logged; of a command unknown. */
  outcome: RunOutcome | undefined;
  reason: string;
  /** What the handler gave to `context.detach`; of a command unknown. */
  jobs: Job[];
};

/** The fields of an input that a test cares about; the rest is filled in. */
export type SimulatedInput<E extends HookEventName> = Partial<HookInputOf<E>>;

/**
 * Runs a hook in this process as if Claude Code had fired its event, and says what would come of it:
 * its schema, its budget (from the call on) and its `whenLost` count as in a run. Nothing is logged, and
 * no job is started.
 */
export async function simulateHook<E extends HookEventName>(
  hook: Hook<E>,
  input: SimulatedInput<E> = {},
  options: { home?: string; signal?: AbortSignal } = {},
): Promise<Simulation> {
  const payload = fillIn(hook.event, input);
  const { home, signal } = options;
  const jobs: Job[] = [];
  const run = { home, detach: (job: Job) => void jobs.push(job) };
  const noise = { bytes: 0 };
  const { budgetMs } = hook;
  const { stdout, said } = await captureNoise(noise, () =>
    performWithin(hook, payload, run, { budgetMs, signal }),
  );
  const isBlocked = said.outcome === 'failed' && hook.policy === 'closed';
  const stderr = isBlocked ? `${hook.name} hook failed: ${said.reason}\n` : '';
  const output: ProcessOutput = { exitCode: isBlocked ? 2 : 0, stdout, stderr };
  const simulation = conclude(hook.event, output, payload);
  if (noise.bytes > 0)
    simulation.warnings.push(`the handler printed ${noise.bytes} bytes, which go to the debug log`);
  return { ...simulation, outcome: said.outcome, reason: said.reason, jobs };
}

/** The same for a command, run as its own process: `simulateCommand(['node', 'hook.js'], 'Stop')`. */
export async function simulateCommand<E extends HookEventName>(
  [command = '', ...args]: readonly string[],
  event: E,
  input: SimulatedInput<E> = {},
  options: { env?: Record<string, string | undefined>; cwd?: string; signal?: AbortSignal } = {},
): Promise<Simulation> {
  const payload = fillIn(event, input);
  const { env = process.env, cwd, signal } = options;
  const child = spawn(command, args, { env, cwd, signal, stdio: 'pipe' });
  const exited = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code));
  });
  // A hook need not read its input.
  child.stdin.on('error', () => {});
  child.stdin.end(`${JSON.stringify(payload)}\n`);
  const [stdout, stderr, exitCode] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    exited,
  ]);
  return {
    ...conclude(event, { exitCode, stdout, stderr }, payload),
    outcome: undefined,
    reason: '',
    jobs: [],
  };
}

function conclude(event: string, output: ProcessOutput, payload: object) {
  const { warnings, ...effect } = interpretOutput(event, output, {
    label: labelOf(event, payload),
  });
  return { ...output, effect, warnings };
}

function fillIn<E extends HookEventName>(event: E, input: SimulatedInput<E>): HookInputOf<E> {
  const known = isHookEventName(event) ? hookEvents[event].matcher?.values?.[0] : undefined;
  const field = isHookEventName(event) ? hookEvents[event].matcher?.field : undefined;
  const filled: unknown = {
    session_id: '00000000-0000-4000-8000-000000000000',
    transcript_path: '/dev/null',
    cwd: process.cwd(),
    ...(field !== undefined && known !== undefined ? { [field]: known } : {}),
    ...input,
    hook_event_name: event,
  };
  return JSON.parse(JSON.stringify(filled));
}
