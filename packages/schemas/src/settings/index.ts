export {
  AgentHandler,
  CommandHandler,
  HookGroup,
  HookHandler,
  HookSettings,
  HttpHandler,
  McpToolHandler,
  OtherHandler,
  PluginHooks,
  PromptHandler,
} from './handlers.ts';
export type { HookLint, LintOptions, LintRule } from './lint.ts';
export { lintHooks } from './lint-hooks.ts';
export { matcherFits, type Matcher, readMatcher } from './matcher.ts';
