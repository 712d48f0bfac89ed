import * as z from 'zod/mini';

// Shared by all schemas: building one object per field would triple the cost of the full union.
export const text: z.ZodMiniString<string> = /* @__PURE__ */ z.string();
export const number: z.ZodMiniNumber<number> = /* @__PURE__ */ z.number();
export const boolean: z.ZodMiniBoolean<boolean> = /* @__PURE__ */ z.boolean();
export const anything: z.ZodMiniUnknown = /* @__PURE__ */ z.unknown();
export const optionalText: z.ZodMiniExactOptional<z.ZodMiniString<string>> =
  /* @__PURE__ */ z.exactOptional(text);
const nothing = /* @__PURE__ */ z.never();

/** `Known`, offered by editors, or any other string: clients add values with every release. */
export type Open<Known extends string> = Known | (string & {});

/** An enum that grows: the known values in its type and in JSON Schema, any string at run time. */
export const open = <const Known extends string>(
  values: readonly Known[],
): z.ZodMiniType<Open<Known>, Open<Known>> => z.union([z.enum(values), text]);

export const record = (): z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown> =>
  z.record(text, anything);

/**
 * Longest text that reaches its reader whole, in UTF-16 code units as `String.length` counts them.
 * A longer one is saved to a file and replaced by a preview of 2,000 (Claude Code 2.1.332; older ones cut).
 */
export const MAX_TEXT_LENGTH = 10_000;

/** Zod and JSON Schema count characters, an emoji as one; the client counts it as two. */
export const cappedText = (max = MAX_TEXT_LENGTH): z.ZodMiniString<string> =>
  z.string().check(
    z.maxLength(max, { abort: true }),
    z.refine((value) => value.length <= max, `at most ${max} UTF-16 code units`),
  );

/** Keeps unknown keys. `shape` runs on first use, so that importing a schema costs next to nothing. */
export const looseObject = <Shape extends z.core.$ZodShape>(
  shape: () => Shape,
): z.ZodMiniObject<Shape, z.core.$loose> => lazyObject(shape, anything);

/** The input of one event. Its discriminator is told, so that a union finds it without building the others. */
export function eventInput<Name extends string, Shape extends z.core.$ZodShape>(
  name: Name,
  shape: () => Shape,
): z.ZodMiniObject<Shape & { hook_event_name: z.ZodMiniLiteral<Name> }, z.core.$loose> {
  const schema = looseObject(() => ({ hook_event_name: z.literal(name), ...shape() }));
  const value = { hook_event_name: new Set([name]) };
  // oxlint-disable-next-line no-underscore-dangle -- Zod's own name for what a schema tells unions about itself
  Object.defineProperty(schema._zod, 'propValues', { value });
  return schema;
}

/** Refuses unknown keys. `shape` runs on first use; `rules`, on a value of the right shape. */
export const strictObject = <Shape extends z.core.$ZodShape>(
  shape: () => Shape,
  ...rules: z.core.$ZodCheck[]
): z.ZodMiniObject<Shape> => lazyObject(shape, nothing, rules);

function lazyObject<Shape extends z.core.$ZodShape, Config extends z.core.$ZodObjectConfig>(
  shape: () => Shape,
  catchall: z.core.$ZodType,
  checks: z.core.$ZodCheck[] = [],
): z.ZodMiniObject<Shape, Config> {
  const def = {
    type: 'object' as const,
    catchall,
    checks,
    get shape(): Shape {
      const value = shape();
      Object.defineProperty(def, 'shape', { value });
      return value;
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `new` cannot infer the shape from an accessor
  return new z.ZodMiniObject(def) as z.ZodMiniObject<Shape, Config>;
}

/** Runs once, on first use. */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
