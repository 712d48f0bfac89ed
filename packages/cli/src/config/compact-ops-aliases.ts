import type { ConfigKey } from './keys.ts';

/** Variables of compact-ops 0.2.0 that mean the same here. */
export const COMPACT_OPS_ALIASES: Record<string, ConfigKey> = {
  COMPACT_OPS_WARN_THRESHOLD: 'warnThreshold',
  COMPACT_OPS_CONTEXT_WINDOW: 'window',
  COMPACT_OPS_RESUME_MAX_AGE_HOURS: 'resumeMaxAgeHours',
};
