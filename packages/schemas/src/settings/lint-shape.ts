import * as z from 'zod/mini';
import { once, text } from '../building-blocks.ts';
import { toIssues } from '../issues.ts';
import {
  AgentHandler,
  CommandHandler,
  HttpHandler,
  McpToolHandler,
  PromptHandler,
} from './handlers.ts';
import { type HookLint, lint } from './lint.ts';

/**
 * The shape as Claude Code 2.0.77 and 2.1.332 demand it: one entry that breaks it, and no hook of the file
 * runs (both seen, for each kind of mistake). Unknown keys are let through.
 */
const StrictBlock = once(() => {
  const timeout = z.exactOptional(z.number().check(z.positive('a number above 0')));
  const onFailure = z.exactOptional(z.enum(['continue', 'block']));
  const handler = z.discriminatedUnion('type', [
    z.extend(CommandHandler, {
      timeout,
      onFailure,
      shell: z.exactOptional(z.enum(['bash', 'powershell'])),
    }),
    z.extend(HttpHandler, { timeout, onFailure, url: z.url('a URL') }),
    z.extend(McpToolHandler, { timeout, onFailure }),
    z.extend(PromptHandler, { timeout }),
    z.extend(AgentHandler, { timeout }),
  ]);
  const group = z.looseObject({ matcher: z.exactOptional(text), hooks: z.array(handler) });
  return z.record(text, z.array(group));
});

export function lintShape(block: unknown): HookLint[] {
  const result = StrictBlock().safeParse(block);
  if (result.success) return [];
  return toIssues(result.error.issues, block).map(({ path, expected, received }) =>
    lint({
      rule: 'wrong-shape',
      effect: 'file',
      path: ['hooks', ...path],
      says: `expected ${expected}, received ${received}. Claude Code then runs no hook of this file.`,
    }),
  );
}
