import type { HookEventName } from '@carryover/schemas';
import type { Hook, HookContext } from './define-hook.ts';
import { encodeAnswer } from './encode-answer.ts';
import { carryoverHome } from './home.ts';
import { readEnvelope } from './hook-envelope.ts';
import { readStdin } from './read-stdin.ts';
import { logRun, type RunOutcome } from './run-log.ts';
import { guardStdout, writeAnswer } from './stdout-guard.ts';
import { errorCode } from './unknown.ts';

export type RunOptions = {
  /** Where `log/runs.jsonl` is kept. Default: `CARRYOVER_HOME`, else `<Claude's folder>/carryover`. */
  home?: string | undefined;
};

const MAX_STDIN_BYTES = 256 * 1024 * 1024;

/**
 * Runs one hook as the command of this process: payload from stdin, answer to stdout. Whatever goes
 * wrong the process exits with 0, stdout is empty or one whole answer, and one line in the run log
 * says what happened. Never returns: the process ends.
 */
export async function runHook<E extends HookEventName>(
  hook: Hook<E>,
  options: RunOptions = {},
): Promise<never> {
  const home = options.home ?? carryoverHome();
  const run = startRun(hook.event, home);
  if (process.env['CARRYOVER_CHILD']) return run.end('skipped', 'started by carryover itself');
  guardStdout();
  const aborter = new AbortController();
  run.endOn(aborter, hook.budgetMs);
  try {
    const stdin = readStdin({ maxBytes: MAX_STDIN_BYTES, deadlineMs: hook.budgetMs });
    if (!stdin.ok) return run.end('failed', stdin.reason);
    const envelope = readEnvelope(stdin.text, hook.event);
    if (!envelope.ok) return run.end('failed', envelope.reason, envelope.session);
    run.session = envelope.input.session_id;
    const said: { outcome: RunOutcome; reason: string } = { outcome: 'ok', reason: '' };
    const answer = await hook.handle(envelope.input, contextFor(home, aborter.signal, said));
    const encoded = encodeAnswer(hook.event, answer);
    if (!encoded.ok) return run.end('failed', `answer refused: ${encoded.reason}`);
    const problem = writeAnswer(encoded.stdout, hook.budgetMs);
    if (problem) return run.end('failed', problem);
    run.bytes = Buffer.byteLength(encoded.stdout);
    return run.end(said.outcome, said.reason);
  } catch (error) {
    return run.end('failed', describeError(error));
  }
}

function contextFor(
  home: string | undefined,
  signal: AbortSignal,
  said: { outcome: RunOutcome; reason: string },
): HookContext {
  return {
    signal,
    home,
    skip: (reason) => {
      said.outcome = 'skipped';
      said.reason = reason;
      return undefined;
    },
    note: (reason) => {
      said.reason = reason;
    },
  };
}

type Run = {
  session: string;
  bytes: number;
  end: (outcome: RunOutcome, reason: string, session?: string) => never;
  endOn: (aborter: AbortController, budgetMs: number) => void;
};

/** The ways in which a run can end all lead through `end`, which logs once and exits with 0. */
function startRun(event: string, home: string | undefined): Run {
  let ended = false;
  const log = (outcome: RunOutcome, reason: string): void => {
    if (ended) return;
    ended = true;
    const { session, bytes } = run;
    const ms = Math.round(performance.now());
    logRun(home, { time: new Date().toISOString(), event, session, ms, outcome, reason, bytes });
  };
  const run: Run = {
    session: '',
    bytes: 0,
    end: (outcome, reason, session) => {
      run.session = session ?? run.session;
      log(outcome, reason);
      process.exit(0);
    },
    endOn: (aborter, budgetMs) => {
      const stop = (reason: string): never => {
        aborter.abort(new Error(reason));
        return run.end('failed', reason);
      };
      setTimeout(stop, budgetMs - performance.now(), `not done within ${budgetMs} ms`);
      process.on('SIGTERM', () => stop('ended by the host (SIGTERM)'));
      process.on('uncaughtException', (error) => stop(describeError(error)));
      process.on('unhandledRejection', (error) => stop(describeError(error)));
      process.on('exit', () => {
        log('failed', 'the handler ended the process');
        process.exitCode = 0;
      });
    },
  };
  return run;
}

/** Kind, code and place. A parser's message quotes its input, which may be what a person typed. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return `threw a ${typeof error}`;
  const code = errorCode(error);
  const frame = error.stack?.split('\n').find((line) => line.startsWith('    at '));
  const message = error instanceof SyntaxError ? '' : (error.message.split('\n')[0] ?? '');
  const what = code ?? message.slice(0, 200);
  return [error.name, what, frame?.trim()].filter(Boolean).join(' ');
}
