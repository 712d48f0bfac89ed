import { hookEvents, isHookEventName } from '@carryover/schemas';
import { MAX_TEXT_UNITS, overlongText } from './encode-answer.ts';
import { type ParsedOutput, parseOutput, type ProcessOutput } from './hook-output.ts';
import { isRecord } from './unknown.ts';

/** What one hook's output does, as Claude Code 2.1.333 takes it. */
export type HookEffect = {
  outcome: 'success' | 'blocking' | 'error';
  /** Of the other two outcomes: what the hook or its end says of the reason, where it says anything. */
  failure?: string;
  /** What the model reads, each as the client words it. */
  model: string[];
  /** What the person sees. */
  user: string[];
  /** Why the event's action does not happen. */
  blocked?: string;
  /** Why the whole turn stops: `continue: false`. */
  stopped?: string;
  permission?: { decision: PermissionDecision; reason?: string };
  /** Of a PreCompact hook: what the summariser is told. */
  instructions?: string;
  /** Of a WorktreeCreate hook. */
  worktreePath?: string;
  /** The other fields of an accepted `hookSpecificOutput`. */
  specific: Record<string, unknown>;
  /** Mistakes of the hook's author. */
  warnings: string[];
};

export type PermissionDecision = 'deny' | 'defer' | 'ask' | 'allow';

/** On exit code 2 the model reads stderr here; elsewhere the person does. */
const STDERR_TO_MODEL = new Set([
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'Stop',
  'SubagentStop',
  'TeammateIdle',
  'TaskCreated',
  'TaskCompleted',
]);

/** Their contexts are joined to one text for the call. */
export const TOOL_EVENTS = new Set(['PreToolUse', 'PostToolUse', 'PostToolUseFailure']);

/** Nobody sees what a failing hook of these says. */
const SILENT = new Set([
  'Notification',
  'StopFailure',
  'PermissionDenied',
  'PermissionRequest',
  'Elicitation',
  'ElicitationResult',
  'ConfigChange',
  'InstructionsLoaded',
  'DirectoryAdded',
]);

/** JSON of these is accepted and discarded, `continue: false` too. */
const JSON_DISCARDED = new Set([
  'PreCompact',
  'PostCompact',
  'SessionEnd',
  'StopFailure',
  'Notification',
  'WorktreeRemove',
  'InstructionsLoaded',
]);

/** Here a `block` cannot undo what has happened: its reason goes to the model. */
const BLOCK_IS_FEEDBACK = new Set(['PostToolUse', 'PostToolUseFailure']);

export type InterpretOptions = {
  /** The event with what it matched, such as `SessionStart:compact`, in whose name the client speaks. */
  label?: string;
  /** What was run, which the client names beside a blocking error. */
  command?: string | undefined;
  /** What becomes of text that is too long. Default: it stays. */
  shorten?: (text: string) => string;
};

/** Interprets what a command hook printed and how it ended. */
export function interpretOutput(
  event: string,
  output: ProcessOutput,
  { label = event, command, shorten = (text) => text }: InterpretOptions = {},
): HookEffect {
  const effect: HookEffect = {
    outcome: 'success',
    model: [],
    user: [],
    specific: {},
    warnings: [],
  };
  const parsed = parseOutput(event, output.stdout);
  warnAboutOutput(effect, output, parsed);
  if (output.exitCode === 2) return takeExit2(effect, event, { output, parsed, label, command });
  if (parsed.kind === 'invalid') {
    effect.outcome = 'error';
    effect.failure = `Hook JSON output validation failed: ${parsed.problem}`;
    effect.user.push(`${label} hook error: ${effect.failure}`);
    return effect;
  }
  if (parsed.kind === 'json') {
    takeJson(effect, event, parsed.json, { label, shorten });
    if (event !== 'PreCompact' || output.exitCode !== 0) return effect;
  }
  if (output.exitCode === 0)
    takeText(effect, event, { text: output.stdout.trim(), label, shorten });
  else takeError(effect, event, output, label);
  return effect;
}

type Wording = { label: string; shorten: (text: string) => string };

function takeExit2(
  effect: HookEffect,
  event: string,
  run: { output: ProcessOutput; parsed: ParsedOutput; label: string; command: string | undefined },
): HookEffect {
  const { output, parsed, label, command } = run;
  effect.outcome = 'blocking';
  const said = parsed.kind === 'json' ? parsed.json['reason'] : undefined;
  const reason = typeof said === 'string' && said !== '' ? said : output.stderr.trim();
  effect.failure = reason;
  if (blocks(event)) effect.blocked = reason;
  const from = command === undefined ? '' : ` from command: "${command}": [${command}]`;
  if (STDERR_TO_MODEL.has(event))
    effect.model.push(`${label} hook blocking error${from}: ${reason}`);
  else if (!SILENT.has(event)) effect.user.push(`${label} hook: ${reason}`);
  return effect;
}

function takeJson(
  effect: HookEffect,
  event: string,
  json: Record<string, unknown>,
  { label, shorten }: Wording,
): void {
  const { decision, reason, systemMessage, stopReason, hookSpecificOutput } = json;
  const why = typeof reason === 'string' ? reason : '';
  if (decision === 'block') {
    if (BLOCK_IS_FEEDBACK.has(event)) effect.model.push(`${event} hook blocking error: ${why}`);
    else if (blocks(event)) {
      effect.outcome = 'blocking';
      effect.blocked = why;
    } else effect.warnings.push(`${event} cannot block`);
  }
  if (JSON_DISCARDED.has(event)) return;
  if (json['continue'] === false) effect.stopped = typeof stopReason === 'string' ? stopReason : '';
  if (typeof systemMessage === 'string')
    effect.user.push(`${event} says: ${shorten(systemMessage)}`);
  if (isRecord(hookSpecificOutput))
    takeSpecific(effect, event, hookSpecificOutput, { label, shorten });
}

function takeSpecific(
  effect: HookEffect,
  event: string,
  output: Record<string, unknown>,
  { label, shorten }: Wording,
): void {
  const { hookEventName: _, additionalContext, permissionDecision, ...specific } = output;
  const { permissionDecisionReason, ...rest } = specific;
  effect.specific = rest;
  if (typeof additionalContext === 'string')
    effect.model.push(`${contextLabel(event, label)}${shorten(additionalContext)}`);
  if (!isPermissionDecision(permissionDecision)) return;
  const reason =
    typeof permissionDecisionReason === 'string' ? permissionDecisionReason : undefined;
  effect.permission = { decision: permissionDecision, ...(reason === undefined ? {} : { reason }) };
  if (permissionDecision !== 'deny') return;
  effect.outcome = 'blocking';
  effect.blocked = reason ?? '';
}

/** The tool is named here, a session's source is not. */
function contextLabel(event: string, label: string): string {
  return `${TOOL_EVENTS.has(event) ? label : event} hook additional context: `;
}

/** What plain text on stdout means when the hook ends with 0. */
function takeText(
  effect: HookEffect,
  event: string,
  { text, label, shorten }: Wording & { text: string },
): void {
  if (text === '') return;
  switch (isHookEventName(event) ? hookEvents[event].stdout : 'unknown') {
    case 'context':
      effect.model.push(`${label} hook success: ${shorten(text)}`);
      break;
    case 'instructions':
      if (effect.blocked === undefined) effect.instructions = cutInstructions(text);
      break;
    case 'path':
      effect.worktreePath = text.split('\n').at(-1)?.trim() ?? '';
      break;
    case 'user':
      effect.user.push(text);
      break;
    case 'debug-log':
    case 'ignored':
    case 'unknown':
      effect.warnings.push(`nobody reads text on the stdout of ${event}`);
  }
}

function takeError(
  effect: HookEffect,
  event: string,
  { stderr, exitCode }: ProcessOutput,
  label: string,
): void {
  effect.outcome = 'error';
  effect.failure = stderr.trim();
  const [firstLine = ''] = effect.failure.split('\n');
  if (event === 'WorktreeCreate') effect.blocked = firstLine;
  if (!SILENT.has(event))
    effect.user.push(`${label} hook error: ${firstLine || `exit code ${exitCode}`}`);
}

/** The summariser gets at most 10,000 units of one hook, with a note (Claude Code 2.1.332). */
function cutInstructions(text: string): string {
  if (text.length <= MAX_TEXT_UNITS) return text;
  return `${text.slice(0, MAX_TEXT_UNITS)}\n[… output cut at ${MAX_TEXT_UNITS} characters …]`;
}

function warnAboutOutput(effect: HookEffect, output: ProcessOutput, parsed: ParsedOutput): void {
  const text = parsed.kind === 'text' ? parsed.text : '';
  if (/^\s*\{.*\}\s*$/m.test(text))
    effect.warnings.push('there is JSON on stdout beside other text, so all of it is plain text');
  else if (text.startsWith('{')) effect.warnings.push('stdout looks like JSON but is none');
  if (parsed.kind === 'invalid') effect.warnings.push(parsed.problem);
  const overlong = parsed.kind === 'json' ? overlongText(parsed.json) : undefined;
  if (overlong !== undefined) effect.warnings.push(overlong);
  if (text.length > MAX_TEXT_UNITS)
    effect.warnings.push(`stdout is over ${MAX_TEXT_UNITS} UTF-16 units`);
}

function blocks(event: string): boolean {
  return isHookEventName(event) && hookEvents[event].exit2.blocks;
}

function isPermissionDecision(value: unknown): value is PermissionDecision {
  return value === 'deny' || value === 'defer' || value === 'ask' || value === 'allow';
}
