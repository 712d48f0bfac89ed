import * as z from 'zod/mini';
import { readJsonObject } from './json-object.ts';

/** A Stop hook that blocks without a reason leaves the model without an instruction. */
export const blockNeedsReason = /* @__PURE__ */ z.refine<{ decision?: string; reason?: string }>(
  (output) => output.decision !== 'block' || !!output.reason,
  { path: ['reason'], error: 'a reason, because decision is "block"' },
);

/** The answer is either text for the summariser or a JSON object that blocks; stdout cannot be both. */
export const instructionsOrBlock = /* @__PURE__ */ z.refine<{
  instructions?: string;
  decision?: string;
  reason?: string;
}>(
  (output) => output.instructions === undefined || (output.decision ?? output.reason) === undefined,
  {
    path: ['instructions'],
    error: 'either instructions or a decision, not both',
  },
);

/** Text that the client would read as JSON is an answer, not an instruction: it may even block. */
export const plainInstructions = /* @__PURE__ */ z.refine<{ instructions?: string }>(
  ({ instructions = '' }) =>
    !readJsonObject(instructions) && !readJsonObject(instructions.trim().split('\n', 1).join()),
  { path: ['instructions'], error: 'plain text, not a JSON object' },
);

/** The client takes the last non-empty line of stdout, whatever the hook printed before it. */
export const absolutePath = /* @__PURE__ */ z.refine<{ worktreePath: string }>(
  ({ worktreePath }) =>
    /^(?:\/|[A-Za-z]:[\\/]|\\\\)(?:[^\r\n\0]*[^\s\0])?$/.test(worktreePath) &&
    !/\p{Surrogate}/u.test(worktreePath),
  {
    path: ['worktreePath'],
    error: 'an absolute path on one line, of valid Unicode, without NUL or space at its end',
  },
);
