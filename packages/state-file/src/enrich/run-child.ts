import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

export type Child = {
  file: string;
  args: readonly string[];
  cwd: string;
  /** Its whole environment. */
  env: Record<string, string>;
  stdin: string;
  /** Wall time in ms. */
  timeoutMs: number;
  /** Bytes of standard output after which it is ended. */
  maxBytes: number;
  signal: AbortSignal;
};

export type ChildRun = {
  ending: 'exited' | 'timeout' | 'too much output' | 'not started';
  exitCode: number | null;
  /** At most `maxBytes`. */
  stdout: string;
  /** The first part of it; why it did not start. */
  stderr: string;
};

const MAX_STDERR_BYTES = 4_096;

/** How long output is waited for that a child has left in its pipes. */
const DRAIN_MS = 300;

/**
 * Runs a program in a process group of its own and returns when no process of the group is left. One
 * that takes too long or prints too much is killed with all that it has started. Never rejects.
 */
export async function runChild(options: Child): Promise<ChildRun> {
  const child = spawn(options.file, options.args, {
    cwd: options.cwd,
    env: options.env,
    stdio: 'pipe',
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const limits = watch(child, options);
  const stdout = collect(child, 'stdout', options.maxBytes, () => limits.stop('too much output'));
  const stderr = collect(child, 'stderr', MAX_STDERR_BYTES);
  // It need not read its input.
  child.stdin.on('error', () => {});
  child.stdin.end(options.stdin);
  const closed = new Promise<void>((resolve) => {
    child.on('close', () => resolve());
  });
  const exit = await new Promise<{ exitCode: number | null; error?: Error }>((resolve) => {
    child.on('error', (error) => resolve({ exitCode: null, error }));
    child.on('exit', (exitCode) => resolve({ exitCode }));
  });
  limits.clear();
  // What it left behind in the background goes with it.
  killGroup(child);
  if (exit.error)
    return { ending: 'not started', exitCode: null, stdout: '', stderr: exit.error.message };
  // A process that has left the group may keep the pipes open for ever.
  await Promise.race([closed, sleep(DRAIN_MS, undefined, { ref: false })]);
  child.stdout.destroy();
  child.stderr.destroy();
  const { exitCode } = exit;
  return { ending: limits.ending(), exitCode, stdout: stdout(), stderr: stderr() };
}

function watch(child: ChildProcess, { timeoutMs, signal }: Child) {
  let ending: ChildRun['ending'] = 'exited';
  const stop = (why: ChildRun['ending']): void => {
    if (ending === 'exited') ending = why;
    killGroup(child);
  };
  const onAbort = (): void => stop('timeout');
  const timer = setTimeout(onAbort, timeoutMs);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort);
  return {
    stop,
    ending: () => ending,
    clear: () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    },
  };
}

function collect(
  child: ChildProcess,
  stream: 'stdout' | 'stderr',
  maxBytes: number,
  onFull = (): void => {},
): () => string {
  const chunks: Buffer[] = [];
  let left = maxBytes;
  child[stream]?.on('data', (chunk: Buffer) => {
    if (left > 0) chunks.push(chunk.subarray(0, left));
    left -= chunk.length;
    if (left < 0) onFull();
  });
  return () => Buffer.concat(chunks).toString('utf8');
}

/** At once: there is nothing that such a child would have to put in order. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group is gone, or the system has no groups.
    child.kill('SIGKILL');
  }
}
