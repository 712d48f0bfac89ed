import * as z from 'zod/mini';

/** Entries of a list that are checked. The rest has the same author, and there may be millions. */
const MAX_ENTRIES = 1000;

/**
 * The part of a value that its schema has something to say about: unknown keys, free-form records and
 * the tail of long lists are left out, so that checking costs little whatever the size of the value.
 * A key that holds `undefined`, as SDK callbacks may get, counts as absent.
 */
export function checkedPart(schema: unknown, value: unknown): unknown {
  if (schema instanceof z.ZodMiniExactOptional || schema instanceof z.ZodMiniNullable)
    return checkedPart(schema.def.innerType, value);
  if (schema instanceof z.ZodMiniArray && Array.isArray(value))
    return value.slice(0, MAX_ENTRIES).map((entry) => checkedPart(schema.def.element, entry));
  if (!isObject(value)) return value;
  if (schema instanceof z.ZodMiniRecord) return {};
  if (schema instanceof z.ZodMiniObject) return checkedFields(schema.def.shape, value);
  if (schema instanceof z.ZodMiniDiscriminatedUnion)
    return checkedOption(schema.def.options, value);
  return value;
}

function checkedFields(shape: object, value: Record<string, unknown>): Record<string, unknown> {
  const part: Record<string, unknown> = {};
  for (const [key, schema] of Object.entries(shape)) {
    const field = readField(value, key);
    if (field !== undefined) part[key] = checkedPart(schema, field);
  }
  return part;
}

/** A field whose accessor throws is of no type at all; the others can still be read. */
function readField(value: Record<string, unknown>, key: string): unknown {
  try {
    return value[key];
  } catch {
    return Symbol('unreadable');
  }
}

/** The options differ in a literal field; a value that fits none is judged as it is. */
function checkedOption(options: readonly unknown[], value: Record<string, unknown>): unknown {
  const option = options.find(
    (candidate) =>
      candidate instanceof z.ZodMiniObject &&
      Object.entries(candidate.def.shape).some(
        ([key, field]) =>
          field instanceof z.ZodMiniLiteral &&
          field.def.values.some((literal) => literal === value[key]),
      ),
  );
  return option ? checkedPart(option, value) : value;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
