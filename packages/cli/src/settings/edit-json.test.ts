import * as fc from 'fast-check';
import { parse, type ParseError } from 'jsonc-parser';
import { expect, test } from 'vitest';
import { remove } from './edit-json.ts';

/** How a person may set what stands between two tokens. */
const gap = fc.constantFrom('', '', ' ', '\n', '\r\n  ', '\n\t', ' /* why, */ ', ' // "so",\n');
const gaps = fc.array(gap, { minLength: 60, maxLength: 60 });
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(1, 'a, b', 'http://x', true, null),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('hooks', 'b', 'c', 'd'), tie('any'), { maxKeys: 4 }),
  ),
})).any;

/** JSON with these gaps, one after the other, and commas at the end of lists and objects where asked. */
function written(root: unknown, between: string[], hasLastComma: boolean): string {
  let used = 0;
  const next = (): string => between[used++ % between.length] ?? '';
  const list = (open: string, items: string[], close: string): string => {
    const comma = hasLastComma && items.length > 0 ? `,${next()}` : '';
    return `${open}${next()}${items.join(`,${next()}`)}${next()}${comma}${close}`;
  };
  const write = (it: unknown): string => {
    if (Array.isArray(it))
      return list(
        '[',
        it.map((item) => write(item) + next()),
        ']',
      );
    if (typeof it !== 'object' || it === null) return JSON.stringify(it);
    const members = Object.entries(it);
    return list(
      '{',
      members.map(([key, item]) => `"${key}"${next()}:${next()}${write(item)}`),
      '}',
    );
  };
  return next() + write(root) + next();
}

function pathsIn(it: unknown): (string | number)[][] {
  if (typeof it !== 'object' || it === null) return [];
  return Object.entries(it).flatMap(([name, item]) => {
    const key = Array.isArray(it) ? Number(name) : name;
    return [[key], ...pathsIn(item).map((path) => [key, ...path])];
  });
}

function without(it: unknown, [key, ...rest]: (string | number)[]): unknown {
  if (Array.isArray(it))
    return it.flatMap((item, index) =>
      index !== key ? [item] : rest.length > 0 ? [without(item, rest)] : [],
    );
  const members = Object.entries(it ?? {}).flatMap(([name, item]) =>
    name !== key ? [[name, item]] : rest.length > 0 ? [[name, without(item, rest)]] : [],
  );
  return Object.fromEntries(members);
}

test('whatever is taken out of whatever layout, the rest stays', () => {
  fc.assert(
    fc.property(value, gaps, fc.boolean(), fc.nat(), (root, between, hasLastComma, pick) => {
      const paths = pathsIn(root);
      const path = paths[pick % paths.length];
      fc.pre(path !== undefined);
      const text = written(root, between, hasLastComma);
      const left = remove(text, path ?? []);
      const errors: ParseError[] = [];
      const parsed: unknown = parse(left, errors, { allowTrailingComma: true });
      expect(errors).toEqual([]);
      expect(parsed).toEqual(without(root, path ?? []));
    }),
    { numRuns: 3_000 },
  );
});

test.each([
  ['{"a": [{"x": 1}, {"y": 2}]}', ['a', 1], '{"a": [{"x": 1}]}'],
  ['{"a": [{"x": 1}, {"y": 2}]}', ['a', 0], '{"a": [{"y": 2}]}'],
  ['{\n  "a": 1,\n  "b": 2\n}\n', ['b'], '{\n  "a": 1\n}\n'],
  ['{\r\n  "a": 1,\r\n  "b": 2\r\n}\r\n', ['a'], '{\r\n  "b": 2\r\n}\r\n'],
  ['{\n  "a": 1, // one\n  "b": 2 // two\n}\n', ['b'], '{\n  "a": 1 // one\n// two\n}\n'],
  ['\uFEFF{"a": 1}', ['a'], '\uFEFF{}'],
  ['{"a": 1,}', ['a'], '{}'],
  ['{"a": 1}', ['b'], '{"a": 1}'],
])('%j without %j is %j', (text, path, left) => {
  expect(remove(text, path)).toBe(left);
});

test.each([
  ['{"a": [1, /* one */ 2 /* two */]}', ['a', 1], '{"a": [1 /* one *//* two */]}'],
  ['{"a": [1 /* one */, 2]}', ['a', 0], '{"a": [/* one */ 2]}'],
])('comments in %j stay without %j', (text, path, left) => {
  expect(remove(text, path)).toBe(left);
});
