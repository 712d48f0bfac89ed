import { isRecord } from './unknown.ts';

/**
 * Events on which the client refuses a `hookSpecificOutput` with an error that the person sees
 * (`sdk.d.ts` of the Agent SDK 0.3.333, seen with Claude Code 2.1.333).
 */
const WITHOUT_SPECIFIC_OUTPUT = new Set([
  'PreCompact',
  'PostCompact',
  'SessionEnd',
  'StopFailure',
  'TeammateIdle',
  'TaskCreated',
  'TaskCompleted',
  'ConfigChange',
  'WorktreeRemove',
  'InstructionsLoaded',
  'DirectoryAdded',
]);

/** A field of the wrong type, `null` too, voids the whole answer (seen with Claude Code 2.1.333). */
const COMMON_FIELDS: Record<string, (value: unknown) => boolean> = {
  continue: (value) => typeof value === 'boolean',
  suppressOutput: (value) => typeof value === 'boolean',
  stopReason: (value) => typeof value === 'string',
  systemMessage: (value) => typeof value === 'string',
  terminalSequence: (value) => typeof value === 'string',
  reason: (value) => typeof value === 'string',
  decision: (value) => value === 'block' || value === 'approve',
  hookSpecificOutput: isRecord,
};

const TEXT_FIELDS = [
  'additionalContext',
  'classifierContext',
  'displayContent',
  'initialUserMessage',
  'permissionDecisionReason',
  'sessionTitle',
  'worktreePath',
];

const DECISIONS = ['allow', 'deny', 'ask', 'defer'];

const SPECIFIC_FIELDS: Record<string, (value: unknown) => boolean> = {
  ...Object.fromEntries(TEXT_FIELDS.map((field) => [field, (value) => typeof value === 'string'])),
  permissionDecision: (value) => typeof value === 'string' && DECISIONS.includes(value),
  updatedInput: isRecord,
  decision: isRecord,
  content: isRecord,
  action: (value) => value === 'accept' || value === 'decline' || value === 'cancel',
  retry: (value) => typeof value === 'boolean',
  reloadSkills: (value) => typeof value === 'boolean',
  suppressOriginalPrompt: (value) => typeof value === 'boolean',
  watchPaths: (value) => Array.isArray(value) && value.every((path) => typeof path === 'string'),
};

/**
 * Why the client would refuse this answer, `undefined` where it would not. By hand, as the hot path
 * loads no schema; `serializeHookOutput` of `@carryover/schemas` is the full check.
 */
export function answerProblem(event: string, answer: Record<string, unknown>): string | undefined {
  const specific = answer['hookSpecificOutput'];
  if (specific !== undefined && WITHOUT_SPECIFIC_OUTPUT.has(event))
    return `${event} takes no hookSpecificOutput`;
  if (event === 'PermissionRequest' && isRecord(specific) && !isRecord(specific['decision']))
    return 'PermissionRequest takes no hookSpecificOutput without a decision';
  const wrong =
    wrongField(COMMON_FIELDS, answer) ??
    (isRecord(specific) ? wrongField(SPECIFIC_FIELDS, specific) : undefined);
  return wrong === undefined ? undefined : `${wrong} has the wrong type`;
}

function wrongField(
  fields: Record<string, (value: unknown) => boolean>,
  answer: Record<string, unknown>,
): string | undefined {
  return Object.keys(answer).find((key) => {
    const isRight = Object.hasOwn(fields, key) ? fields[key] : undefined;
    return answer[key] !== undefined && isRight && !isRight(answer[key]);
  });
}
