export {
  defineHook,
  type Hook,
  type HookAnswer,
  type HookContext,
  type HookHandler,
  type HookOptions,
} from './define-hook.ts';
export { encodeAnswer, MAX_TEXT_UNITS, type Encoded } from './encode-answer.ts';
export { carryoverHome, claudeConfigDir } from './home.ts';
export { runHook, type RunOptions } from './run-hook.ts';
export { logRun, runLogFile, type RunOutcome, type RunRecord } from './run-log.ts';
