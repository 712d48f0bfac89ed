import type { Hook } from '@carryover/hooks-runtime';
import { postCompact } from './post-compact.ts';
import { postToolUse } from './post-tool-use.ts';
import { preCompact } from './pre-compact.ts';
import { sessionStart } from './session-start.ts';
import { userPromptSubmit } from './user-prompt-submit.ts';

/** Every hook of the product, by the event that starts it. */
export const hooks: Record<string, Hook> = {
  UserPromptSubmit: userPromptSubmit,
  PostToolUse: postToolUse,
  PreCompact: preCompact,
  SessionStart: sessionStart,
  PostCompact: postCompact,
};
