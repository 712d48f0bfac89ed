export { MAX_TEXT_LENGTH, type Open } from './building-blocks.ts';
export { HookInput } from './events/any-input.ts';
export * from './events/index.ts';
export { hookEvents, SUPPORTED_CLAUDE_CODE } from './events/registry.ts';
export type { EventFacts, HandlerType, HookEvent, StdoutMeaning } from './hook-event.ts';
export type { HookEventName, HookInputOf, HookOutputOf } from './hook-types.ts';
export type { HookIssue } from './issues.ts';
export {
  type HookInputError,
  isHookEventName,
  type KnownHookInput,
  parseHookInput,
  type ParsedHookInput,
} from './parse-input.ts';
export { parseHookOutput, type ParsedHookOutput } from './parse-output.ts';
export { serializeHookOutput, type SerializedHookOutput } from './serialize-output.ts';
export { UnknownHookInput } from './unknown-input.ts';
