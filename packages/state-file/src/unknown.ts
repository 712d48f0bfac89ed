import { isRecord } from '@carryover/transcript';

/** The system's name for what went wrong, such as `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** The first of these fields that is a text with something in it. */
export function textField(
  fields: Record<string, unknown>,
  ...names: readonly string[]
): string | undefined {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

/** The objects of a list; nothing for what is no list. */
export function records(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
