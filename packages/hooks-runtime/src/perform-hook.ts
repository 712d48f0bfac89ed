import { createContext, type Said } from './create-context.ts';
import type { Hook } from './define-hook.ts';
import { describeError } from './describe-error.ts';
import type { Job } from './detach.ts';
import { encodeAnswer } from './encode-answer.ts';
import { isPayloadOf } from './hook-envelope.ts';
import { refusalOf } from './standard-schema.ts';

/** What a run gives its handler, in whatever way it was started. */
export type Performance = {
  home: string | undefined;
  readonly signal: AbortSignal;
  /** What to take back where the answer does not get out. */
  undos: (() => void)[];
  detach: (job: Job) => void;
  /** Waits for what a handler returned, for as long as the run may take. */
  settle: <T>(value: T | Promise<T>) => T | Promise<T>;
};

/** The bytes for stdout, none where the hook failed. How it went is left in `said`. Never rejects. */
export async function performHook(
  hook: Hook,
  payload: object,
  run: Performance,
  said: Said,
): Promise<string> {
  try {
    if (!isPayloadOf(payload, hook.event))
      return fail(said, `the payload is not one of ${hook.event}`);
    const refusal = hook.schema && (await run.settle(refusalOf(hook.schema, payload)));
    if (refusal !== undefined) return fail(said, refusal);
    const result = await run.settle(hook.handle(payload, createContext(run, said)));
    const encoded = encodeAnswer(hook.event, result);
    return encoded.ok ? encoded.stdout : fail(said, `answer refused: ${encoded.reason}`);
  } catch (error) {
    return fail(said, describeError(error));
  }
}

export function fail(said: Said, reason: string): '' {
  said.outcome = 'failed';
  said.reason = reason;
  return '';
}
