import type { Hook } from '@carryover/hooks-runtime';

/**
 * Every hook of the product, by the event that starts it. Each is loaded with what it needs when its
 * event comes: a prompt must not wait for what compaction uses.
 */
export const hooks: Record<string, () => Promise<Hook>> = {
  UserPromptSubmit: async () => (await import('./user-prompt-submit.ts')).userPromptSubmit,
  PreCompact: async () => (await import('./pre-compact.ts')).preCompact,
  SessionStart: async () => (await import('./session-start.ts')).sessionStart,
  PostCompact: async () => (await import('./post-compact.ts')).postCompact,
};
