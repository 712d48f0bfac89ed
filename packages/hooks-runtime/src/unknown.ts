export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field of a value from elsewhere; `undefined` where there is none or reading it throws. */
export function fieldOf(value: unknown, key: string): unknown {
  try {
    return isRecord(value) ? value[key] : undefined;
  } catch {
    // A getter, or a proxy that was revoked.
    return undefined;
  }
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
