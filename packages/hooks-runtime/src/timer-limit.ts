/** `setTimeout` takes more than 2^31 - 1 ms for 1 ms, so whoever asks for no limit gets 23 days. */
const LONGEST_MS = 2_000_000_000;

export const withinTimer = (ms: number): number => Math.min(ms, LONGEST_MS);
