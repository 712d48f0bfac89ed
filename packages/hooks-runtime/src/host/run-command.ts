import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessOutput } from '../hook-output.ts';
import { startLimit } from '../time-limit.ts';
import { isRecord } from '../unknown.ts';
import { endTree } from './process-tree.ts';

export type CommandOutput = ProcessOutput & {
  /** `async`: the hook said that it goes on in the background. */
  ending: 'exited' | 'timed out' | 'cancelled' | 'not started' | 'async';
  /** Wall time in ms. */
  ms: number;
  /** Of an `async` ending: what it left when it was done. */
  later?: Promise<ProcessOutput>;
};

export type Command = {
  file: string;
  args: readonly string[];
  cwd: string;
  env: Record<string, string | undefined>;
  /** Written to stdin, with a newline and the end of the stream behind it. */
  stdin: string;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Whether a first line `{"async":true}` lets the host go on. Default: true. */
  mayGoOn?: boolean;
};

/** Of the line that says `{"async":true}`, in UTF-16 units; nobody writes a longer one. */
const LONGEST_PROMISE = 1_000;

/** A hook that prints for ever must not cost the host its memory. */
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/** How long the output of a child that outlives the hook is still waited for. */
const DRAIN_MS = 500;

/**
 * Runs a hook's process as the client does: in a session of its own, waited for until it exits, not
 * until its stdout closes. Past its time the whole tree gets SIGTERM, then SIGKILL, and what it printed
 * is dropped. Rejects where the system does not take the command at all.
 */
export async function runCommand(command: Command): Promise<CommandOutput> {
  const began = performance.now();
  if (command.signal?.aborted)
    return { ending: 'cancelled', ms: 0, exitCode: null, stdout: '', stderr: '' };
  const child = spawn(command.file, command.args, {
    cwd: command.cwd,
    env: command.env,
    stdio: 'pipe',
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const streams = collect(child);
  // A hook need not read its input.
  child.stdin?.on('error', () => {});
  child.stdin?.end(`${command.stdin}\n`);
  const exited = whenExited(child);
  const limit = startLimit(command);
  const ending = await Promise.race([
    exited.then(({ error }) => (error ? ('not started' as const) : ('exited' as const))),
    limit.passed,
    ...(command.mayGoOn === false ? [] : [streams.goesOn]),
  ]);
  limit.clear();
  const ms = performance.now() - began;
  if (ending === 'async') {
    const later = exited.then(async ({ exitCode }) => ({ exitCode, ...(await streams.drain()) }));
    return { ending, ms, exitCode: null, stdout: '', stderr: '', later };
  }
  if (ending === 'timed out' || ending === 'cancelled') {
    if (child.pid !== undefined) await endTree(child.pid);
    await exited;
    child.stdout?.destroy();
    child.stderr?.destroy();
    return { ending, ms: performance.now() - began, exitCode: null, stdout: '', stderr: '' };
  }
  const { exitCode, error } = await exited;
  if (error) return { ending, ms, exitCode: null, stdout: '', stderr: error.message };
  return { ending, ms, exitCode, ...(await streams.drain()) };
}

type Exit = { exitCode: number | null; error?: Error };

function whenExited(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ exitCode: null, error }));
    child.on('exit', (exitCode) => resolve({ exitCode }));
  });
}

/** Gathers what is printed. `goesOn` resolves at a first line that says `{"async":true}`. */
function collect(child: ChildProcess) {
  const stdout = keepUpTo(MAX_OUTPUT_BYTES);
  const stderr = keepUpTo(MAX_OUTPUT_BYTES);
  child.stderr?.on('data', stderr.add);
  const goesOn = new Promise<'async'>((resolve) => {
    let isLooking = true;
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout.add(chunk);
      if (!isLooking) return;
      const [line = '', ...rest] = stdout.text().split('\n', 2);
      // As the client does, which looks once (2.0.77).
      isLooking = rest.length === 0 && !line.includes('}') && line.length < LONGEST_PROMISE;
      if (announcesAsync(line)) resolve('async');
    });
  });
  const closed = new Promise<void>((resolve) => {
    child.on('close', () => resolve());
  });
  const drain = async (): Promise<{ stdout: string; stderr: string }> => {
    await Promise.race([closed, sleep(DRAIN_MS, undefined, { ref: false })]);
    child.stdout?.destroy();
    child.stderr?.destroy();
    return { stdout: stdout.text(), stderr: stderr.text() };
  };
  return { goesOn, drain };
}

/** Reads on past the limit, so that the hook is not held up, and keeps what was before it. */
function keepUpTo(maxBytes: number) {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return {
    add: (chunk: Buffer): void => {
      const kept = chunk.subarray(0, maxBytes - bytes);
      bytes += kept.length;
      if (kept.length > 0) chunks.push(kept);
    },
    text: (): string => Buffer.concat(chunks).toString('utf8'),
  };
}

function announcesAsync(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) && value['async'] === true;
  } catch {
    return false;
  }
}
