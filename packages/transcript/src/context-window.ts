import { isRecord } from './entry.ts';
import { defaultWindow, findModelWindow, largeWindow, plainModelName } from './model-windows.ts';

export type Confidence = 'high' | 'medium' | 'low';

export type WindowSource =
  | 'explicit'
  | 'statusline'
  | 'model-suffix'
  | 'env'
  | 'settings'
  | 'observed'
  | 'table'
  | 'default';

/** Environment variables by name; pass `process.env` or a part of it. */
export type Environment = { readonly [name: string]: string | undefined };

/** What is known about the window besides the transcript. Give what there is. */
export type WindowHints = {
  /** A window that the user has set, in tokens. Always wins. */
  window?: number | undefined;
  /** The JSON that the client gives to a status line, or its `context_window` part. */
  statusLine?: unknown;
  /** Input of a hook that names the model, such as SessionStart; with `[1m]` it settles the matter. */
  hook?: unknown;
  /** The client's merged settings. */
  settings?: unknown;
  /** Default `process.env`. */
  env?: Environment | undefined;
};

export type ContextWindow = { window: number; source: WindowSource; confidence: Confidence };

/**
 * The context window in tokens, from the best evidence there is: explicit, status line, `[1m]` of a
 * hook's model, environment, settings, observation (beyond the table's figure), model table, 200,000.
 *
 * @param seen `model` of the newest reply, its `tokens`, and `maxTokens`: the most that any reply of
 *   this session has used.
 */
export function resolveWindow(
  seen: { model?: string | undefined; tokens?: number | undefined; maxTokens?: number | undefined },
  hints: WindowHints = {},
): ContextWindow {
  const given = possibleWindow(hints.window);
  if (given !== undefined) return { window: given, source: 'explicit', confidence: 'high' };
  const shown = statusLineWindow(hints.statusLine);
  if (shown !== undefined) return { window: shown, source: 'statusline', confidence: 'high' };

  const model = seen.model ?? '';
  const env = hints.env ?? process.env;
  if (hasLargeSuffix(hookModel(hints.hook), model)) {
    return { window: largeWindow, source: 'model-suffix', confidence: 'high' };
  }
  const configured = fromEnvironment(model, env) ?? fromSettings(model, hints.settings, env);
  const assumed = configured ?? fromTable(model, env);
  // A reply that was given is stronger evidence than a table, and the newest one is stronger than a
  // setting that may have changed since.
  const proof =
    configured === undefined ? Math.max(seen.maxTokens ?? 0, seen.tokens ?? 0) : seen.tokens;
  return (proof ?? 0) > assumed.window ? (fromObservation(proof) ?? assumed) : assumed;
}

function statusLineWindow(data: unknown): number | undefined {
  if (!isRecord(data)) return undefined;
  const part = isRecord(data['context_window']) ? data['context_window'] : data;
  return possibleWindow(part['context_window_size']);
}

/** SessionStart has a string; PreModelSwitch and the status line have an object with `id`. */
function hookModel(hook: unknown): string | undefined {
  const model = isRecord(hook) ? hook['model'] : undefined;
  if (typeof model === 'string') return model;
  return isRecord(model) && typeof model['id'] === 'string' ? model['id'] : undefined;
}

function fromEnvironment(model: string, env: Environment): ContextWindow | undefined {
  if (isOn(env['CLAUDE_CODE_DISABLE_1M_CONTEXT'])) {
    return { window: defaultWindow, source: 'env', confidence: 'high' };
  }
  // Read by the client for ids that it does not know (code.claude.com/docs/en/env-vars).
  const maximum = possibleWindow(Number(env['CLAUDE_CODE_MAX_CONTEXT_TOKENS']));
  if (maximum !== undefined && findModelWindow(model) === undefined) {
    return { window: maximum, source: 'env', confidence: 'medium' };
  }
  return hasLargeSuffix(env['ANTHROPIC_MODEL'], model)
    ? { window: largeWindow, source: 'env', confidence: 'high' }
    : undefined;
}

function fromSettings(
  model: string,
  settings: unknown,
  env: Environment,
): ContextWindow | undefined {
  const fields = isRecord(settings) ? settings : {};
  const alias = typeof fields['model'] === 'string' ? fields['model'] : undefined;
  const family = alias === undefined ? undefined : familyOf(alias);
  const pinned = env[`ANTHROPIC_DEFAULT_${(family ?? '').toUpperCase()}_MODEL`];
  if (hasLargeSuffix(alias, model) || (alias === family && hasLargeSuffix(pinned, model))) {
    return { window: largeWindow, source: 'settings', confidence: 'medium' };
  }
  return undefined;
}

/** More than 200,000 tokens in one request prove the large window: there is none between. */
function fromObservation(tokens: number | undefined): ContextWindow | undefined {
  return tokens !== undefined && tokens > defaultWindow
    ? { window: largeWindow, source: 'observed', confidence: 'high' }
    : undefined;
}

function fromTable(model: string, env: Environment): ContextWindow {
  const row = findModelWindow(model);
  if (row === undefined) return { window: defaultWindow, source: 'default', confidence: 'low' };
  if (row.thirdParty !== undefined && isThirdParty(model, env)) {
    return { window: row.thirdParty, source: 'table', confidence: 'medium' };
  }
  return { window: row.window, source: 'table', confidence: row.isAmbiguous ? 'low' : 'high' };
}

function isThirdParty(model: string, env: Environment): boolean {
  const providers = ['BEDROCK', 'VERTEX', 'FOUNDRY'];
  return (
    providers.some((name) => isOn(env[`CLAUDE_CODE_USE_${name}`])) ||
    /anthropic[./]|@\d{8}$|:\d+$/i.test(model)
  );
}

/** A hint says something about this model only if both are of one family: people switch models. */
function hasLargeSuffix(hint: string | undefined, model: string): boolean {
  if (hint === undefined || !/\[1m\]$/i.test(hint)) return false;
  const family = familyOf(hint);
  if (model === '' || family === undefined) return true;
  return plainModelName(hint) === plainModelName(model) || familyOf(model) === family;
}

function familyOf(model: string): string | undefined {
  return /opus|sonnet|haiku|fable|mythos/.exec(model.toLowerCase())?.[0];
}

/** Outside of these a figure is no context window but a mistake. Tokens. */
const possibleWindows = [1_000, 100_000_000] as const;

function possibleWindow(value: unknown): number | undefined {
  const [least, most] = possibleWindows;
  return typeof value === 'number' && value >= least && value <= most ? value : undefined;
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && /^(1|true|yes|on)$/i.test(value);
}
