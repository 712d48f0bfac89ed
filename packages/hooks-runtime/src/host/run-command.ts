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
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk));
  const goesOn = new Promise<'async'>((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout.push(chunk);
      if (stdout.length === 1 && announcesAsync(chunk)) resolve('async');
    });
  });
  const closed = new Promise<void>((resolve) => {
    child.on('close', () => resolve());
  });
  const drain = async (): Promise<{ stdout: string; stderr: string }> => {
    await Promise.race([closed, sleep(DRAIN_MS, undefined, { ref: false })]);
    child.stdout?.destroy();
    child.stderr?.destroy();
    return {
      stdout: Buffer.concat(stdout).toString('utf8'),
      stderr: Buffer.concat(stderr).toString('utf8'),
    };
  };
  return { goesOn, drain };
}

function announcesAsync(chunk: Buffer): boolean {
  const [line = ''] = chunk.toString('utf8').split('\n', 1);
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) && value['async'] === true;
  } catch {
    return false;
  }
}
