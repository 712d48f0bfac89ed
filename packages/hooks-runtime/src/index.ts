export { childEnvironment } from './child-environment.ts';
export {
  type CompactionObserver,
  type CompactionObserverOptions,
  type CompactionTrigger,
  type ContextCompressed,
  createCompactionObserver,
} from './compaction-observer.ts';
export {
  defineHook,
  type Hook,
  type HookAnswer,
  type HookContext,
  type HookHandler,
  type HookOptions,
  type HookPolicy,
} from './define-hook.ts';
export type { Job } from './detach.ts';
export { encodeAnswer, MAX_TEXT_UNITS, type Encoded } from './encode-answer.ts';
export { type Outage, summariseFailures } from './failure-count.ts';
export { carryoverHome, claudeConfigDir } from './home.ts';
export { readStdin, stripBom, type StdinRead } from './read-stdin.ts';
export { runHook, runHooks, type RunOptions } from './run-hook.ts';
export { logRun, runLogFile, type RunOutcome, type RunRecord } from './run-log.ts';
export { type SdkCallback, type SdkCallbackOptions, toSdkCallback } from './sdk-callback.ts';
export type { StandardSchema } from './standard-schema.ts';
