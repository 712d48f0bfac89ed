export { mergeHookInstructions, type PreCompactOutcome } from './compact-hooks.ts';
export type {
  CommandHandler,
  ConfiguredHook,
  HandlerCall,
  HandlerExecutor,
  HookProblem,
  HookScope,
  OtherHandler,
  Plugin,
} from './configured-hook.ts';
export { createHookHost, type Execution, type HookHost } from './create-hook-host.ts';
export type { ExecuteOptions, HookResult, HostOptions } from './execute-hooks.ts';
export {
  executeHooks,
  executePostCompactHooks,
  executePreCompactHooks,
  withCompactHooks,
} from './functions.ts';
export type { HostSession } from './hook-environment.ts';
export {
  type LoadedHooks,
  loadHooks,
  type LoadHooksOptions,
  locksHooks,
  managedFiles,
} from './load-hooks.ts';
export { matchHooks, type MatchOptions } from './match-hooks.ts';
export { isMatch } from './matcher.ts';
export { pluginHookFiles } from './plugin-hook-files.ts';
export type {
  CompactOutcome,
  CompactPhase,
  CompactProgress,
  WithCompactHooksOptions,
} from './with-compact-hooks.ts';
