import { spawn, type StdioOptions } from 'node:child_process';
import { closeSync, constants, createWriteStream } from 'node:fs';
import { finished, type Readable, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPipe } from './fifo.ts';

export type ProgramRun = {
  exitCode: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
  /** Wall time of the whole process, in ms. */
  ms: number;
};

export type ProgramOptions = {
  args?: string[];
  /** Written in these pieces. Default: nothing, then the end of the stream. */
  stdin?: string | Uint8Array | (string | Uint8Array)[];
  /** Pause before each piece, in ms. */
  pauseMs?: number;
  /** What the child's stdin is. Claude Code gives a socket. `closed` is none at all. */
  stdinKind?: 'socket' | 'pipe' | 'non-blocking pipe' | 'closed';
  /** Leaves stdin open after the last piece until the process ends. */
  keepOpen?: boolean;
  /** `closed` is a stdout whose reader has gone. */
  stdout?: 'read' | 'closed';
  stderr?: 'read' | 'closed';
  /** The whole environment but for `PATH`. */
  env?: Record<string, string>;
  cwd?: string;
  /** Sent that many ms after the start, or after what `when` waits for. */
  kill?: { signal: NodeJS.Signals; afterMs: number; when?: () => Promise<void> };
  nodeArgs?: string[];
  /** Started instead of this process's node. */
  command?: string;
};

/** Runs a program under node as a host would run a hook, and waits for its end. */
export async function runProgram(file: string, options: ProgramOptions = {}): Promise<ProgramRun> {
  const { stdinKind = 'socket' } = options;
  const pipe =
    stdinKind === 'pipe' || stdinKind === 'non-blocking pipe'
      ? openPipe(stdinKind === 'pipe' ? 0 : constants.O_NONBLOCK)
      : undefined;
  const stdio: StdioOptions = [pipe?.read ?? 'pipe', 'pipe', 'pipe'];
  const node = [process.execPath, ...(options.nodeArgs ?? []), file, ...(options.args ?? [])];
  // Node has no way to start a child without descriptor 0, a shell has.
  const command = stdinKind === 'closed' ? ['/bin/sh', '-c', 'exec "$@" <&-', 'sh', ...node] : node;
  const started = performance.now();
  const child = spawn(command[0] ?? '', command.slice(1), {
    stdio,
    env: { PATH: process.env['PATH'], ...options.env },
    cwd: options.cwd,
  });
  if (pipe) closeSync(pipe.read);
  if (options.stdout === 'closed') child.stdout?.destroy();
  if (options.stderr === 'closed') child.stderr?.destroy();
  const exited = new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
    child.on('close', (code, signal) => resolve([code, signal]));
  });
  const { kill } = options;
  let killer: NodeJS.Timeout | undefined;
  void kill?.when?.().then(startKiller);
  if (kill && !kill.when) startKiller();
  function startKiller(): void {
    if (kill) killer = setTimeout(() => child.kill(kill.signal), kill.afterMs);
  }
  const stdin = pipe ? createWriteStream('', { fd: pipe.write }) : child.stdin;
  if (stdin) void feed(stdin, options, exited);
  const [stdout, stderr, [exitCode, signal]] = await Promise.all([
    readAll(options.stdout === 'closed' ? null : child.stdout),
    readAll(options.stderr === 'closed' ? null : child.stderr),
    exited,
  ]);
  clearTimeout(killer);
  return { exitCode, signal, stdout, stderr, ms: performance.now() - started };
}

function readAll(stream: Readable | null): Promise<string> {
  return stream ? text(stream) : Promise.resolve('');
}

async function feed(
  stdin: Writable,
  { stdin: input = '', pauseMs, keepOpen }: ProgramOptions,
  exited: Promise<unknown>,
): Promise<void> {
  // A program may leave before it has read everything.
  finished(stdin, () => {});
  stdin.on('error', () => {});
  for (const piece of Array.isArray(input) ? input : [input]) {
    // The pause between the pieces is the point.
    // oxlint-disable-next-line no-await-in-loop
    if (pauseMs !== undefined) await sleep(pauseMs);
    stdin.write(piece);
  }
  if (keepOpen) await exited;
  stdin.end();
}
