/** The writers that need no program of one's own, as `install` offers them. */
export const OFFERED_WRITERS = ['none', 'claude', 'anthropic'] as const;
