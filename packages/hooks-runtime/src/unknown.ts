export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The system's name for what went wrong, such as `ENOSPC`. */
export function errorCode(error: unknown): string | undefined {
  try {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return typeof code === 'string' ? code : undefined;
  } catch {
    // A proxy that was revoked, or a getter that throws.
    return undefined;
  }
}

/** What `await` waits for: promises, and what other libraries take for them. */
export function isThenable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'then' in value;
}
