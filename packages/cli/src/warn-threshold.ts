/** Percent of the window from which a session is warned, once per context. */
export const WARN_THRESHOLD = 60;
