export {
  autoCompactWindowRange,
  compactionBufferTokens,
  compactionPoint,
  reservedOutputTokens,
  type CompactionPointInput,
} from './compaction-point.ts';
export {
  contextUsage,
  isAtThreshold,
  type ContextUsage,
  type ContextUsageOptions,
} from './context-usage.ts';
export {
  resolveWindow,
  type Confidence,
  type ContextWindow,
  type Environment,
  type WindowHints,
  type WindowSource,
} from './context-window.ts';
export { defaultWindow, modelWindows, type ModelWindow } from './model-windows.ts';
export type { ReadFailure } from './open-transcript.ts';
export { replyUsage, usageTokens, type ReplyUsage } from './usage-tokens.ts';
