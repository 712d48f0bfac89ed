import { isRecord } from '../is-record.ts';

/** A sort of value: how it is told from others, read from a variable, and described. */
export type Kind<Value> = {
  /** What is expected, for messages: "a number from 1 to 100". */
  expected: string;
  /** The value, or `undefined` where it is none of this kind. */
  check: (value: unknown) => Value | undefined;
  /** What the text of an environment variable stands for, to be checked. */
  fromText: (text: string) => unknown;
  /** JSON Schema. */
  schema: Record<string, unknown>;
};

const ON = ['1', 'true', 'on', 'yes'];
const OFF = ['0', 'false', 'off', 'no'];

export const flag: Kind<boolean> = {
  expected: 'true or false',
  check: (value) => (typeof value === 'boolean' ? value : undefined),
  fromText: (given) => {
    const word = given.toLowerCase();
    return ON.includes(word) || (OFF.includes(word) ? false : undefined);
  },
  schema: { type: 'boolean' },
};

export function number(minimum: number, maximum: number): Kind<number> {
  return {
    expected: `a number from ${minimum} to ${maximum}`,
    check: (value) =>
      typeof value === 'number' && value >= minimum && value <= maximum ? value : undefined,
    fromText: numberOf,
    schema: { type: 'number', minimum, maximum },
  };
}

export function choice<const Value extends string>(...values: Value[]): Kind<Value> {
  return {
    expected: `one of ${values.join(', ')}`,
    check: (value) => values.find((known) => known === value),
    fromText: (text) => text.toLowerCase(),
    schema: { enum: values },
  };
}

/** Empty means none. */
export const text: Kind<string> = {
  expected: 'a text of at most 300 characters',
  check: (value) => (typeof value === 'string' && value.length <= 300 ? value : undefined),
  fromText: (given) => given,
  schema: { type: 'string', maxLength: 300 },
};

/** In a variable: a JSON list, or items between commas. */
export function list<Item>(item: Kind<Item>, maxItems: number): Kind<Item[]> {
  return {
    expected: `a list of at most ${maxItems}, each ${item.expected}`,
    check: (value) => {
      if (!Array.isArray(value) || value.length > maxItems) return undefined;
      const items = value.flatMap((entry: unknown) => item.check(entry) ?? []);
      return items.length === value.length ? items : undefined;
    },
    fromText: (given) =>
      given.startsWith('[')
        ? jsonOf(given)
        : given.split(',').map((part) => item.fromText(part.trim())),
    schema: { type: 'array', items: item.schema, maxItems },
  };
}

/** One value for all models, or one for each model that has this in its name, `default` for the rest. */
export type PerModel<Value> = Value | Record<string, Value>;

export function perModel<Value>(kind: Kind<Value>): Kind<PerModel<Value>> {
  return {
    expected: `${kind.expected}, or an object with one for each model and "default"`,
    check: (value) => {
      if (!isRecord(value)) return kind.check(value);
      if (!Object.hasOwn(value, 'default')) return undefined;
      const entries = Object.entries(value).map(
        ([name, entry]) => [name, kind.check(entry)] as const,
      );
      if (entries.some(([, entry]) => entry === undefined)) return undefined;
      // Checked above.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return Object.fromEntries(entries) as Record<string, Value>;
    },
    fromText: (given) => (given.startsWith('{') ? jsonOf(given) : kind.fromText(given)),
    schema: {
      anyOf: [
        kind.schema,
        { type: 'object', additionalProperties: kind.schema, required: ['default'] },
      ],
    },
  };
}

/** The value whose name is the longest that the model's name contains. */
export function forModel(value: PerModel<number>, model: string | null): number {
  if (typeof value === 'number') return value;
  const [longest = 'default'] = Object.keys(value)
    .filter((name) => name !== 'default' && model?.includes(name))
    .toSorted((a, b) => b.length - a.length);
  return value[longest] ?? Infinity;
}

/** Decimal whatever it begins with: `0200000` is two hundred thousand. */
function numberOf(given: string): unknown {
  return /^\d+(?:\.\d+)?$/.test(given) ? Number(given) : undefined;
}

function jsonOf(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    return undefined;
  }
}
