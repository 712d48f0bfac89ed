import { isRecord } from './entry.ts';
import type { Environment } from './context-window.ts';

/** Tokens that the client keeps free for a reply, at most. Third-party readings, not documented. */
export const reservedOutputTokens = 20_000;
/** Tokens between the automatic compaction and the end of what is usable. Likewise. */
export const compactionBufferTokens = 13_000;
/** The client clamps `CLAUDE_CODE_AUTO_COMPACT_WINDOW` to this range (docs, env-vars). Tokens. */
export const autoCompactWindowRange = [100_000, 1_000_000] as const;

export type CompactionPointInput = {
  /** Context window in tokens. */
  window: number;
  /** The most that a reply may have, in tokens. Default 32,000. */
  maxOutputTokens?: number | undefined;
  /** Whether all of `maxOutputTokens` is kept free, as up to 2.1.20. */
  reservesAllOutput?: boolean | undefined;
  /** The model in use: settings may name a window for it. */
  model?: string | undefined;
  /** The client's merged settings. */
  settings?: unknown;
  /** Default `process.env`. */
  env?: Environment | undefined;
};

/**
 * Where the client is expected to compact by itself, in tokens: an estimate, made of constants that
 * agree with what was seen (lowest automatic compactions: 155,031 up to 2.1.20, 167,038 up to 2.1.52,
 * "about 967K" in the docs). `undefined` when automatic compaction is off.
 */
export function compactionPoint(input: CompactionPointInput): number | undefined {
  const env = input.env ?? process.env;
  const settings = isRecord(input.settings) ? input.settings : {};
  const isOff = isOn(env['DISABLE_COMPACT']) || isOn(env['DISABLE_AUTO_COMPACT']);
  if (isOff || settings['autoCompactEnabled'] === false) return undefined;

  const window = Math.min(input.window, configuredWindow(settings, env, input.model) ?? Infinity);
  const ownOutput = Number(env['CLAUDE_CODE_MAX_OUTPUT_TOKENS']);
  const maxOutput = input.maxOutputTokens ?? (ownOutput > 0 ? ownOutput : 32_000);
  const reserved = input.reservesAllOutput ? maxOutput : Math.min(maxOutput, reservedOutputTokens);
  const usable = window - reserved;
  const point = usable - compactionBufferTokens;
  const override = Number(env['CLAUDE_AUTOCOMPACT_PCT_OVERRIDE']);
  // The override can only lower the point.
  if (override > 0 && override <= 100)
    return Math.min(Math.floor((usable * override) / 100), point);
  return point;
}

/** Settings by precedence: environment, the model's own, general. Tokens. */
function configuredWindow(
  settings: Record<string, unknown>,
  env: Environment,
  model: string | undefined,
): number | undefined {
  const fromEnv = env['CLAUDE_CODE_AUTO_COMPACT_WINDOW'];
  if (fromEnv !== undefined && fromEnv !== '') {
    // A plain integer, read as the client does: "500k" is 500.
    const parsed = Number.parseInt(fromEnv, 10);
    if (parsed > 0) return clamp(parsed);
  }
  const byModel = isRecord(settings['modelSettings']) ? settings['modelSettings'] : {};
  const own = model === undefined ? undefined : byModel[model];
  const value = isRecord(own) ? own['autoCompactWindow'] : undefined;
  for (const tokens of [value, settings['autoCompactWindow']]) {
    if (typeof tokens === 'number' && tokens > 0) return clamp(tokens);
  }
  return undefined;
}

function clamp(tokens: number): number {
  return Math.min(Math.max(tokens, autoCompactWindowRange[0]), autoCompactWindowRange[1]);
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && /^(1|true|yes|on)$/i.test(value);
}
