import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTextTable } from './text-table.ts';

const text = fc.oneof(
  fc.uuid(),
  fc.string({ unit: 'binary' }),
  // Units that are no whole character, and the one that marks a wide unit.
  fc
    .array(fc.constantFrom('\u00ff', '\u00fe', '\ud800', 'a', '\n', '\u0100'))
    .map((units) => units.join('')),
);

test('numbers texts as a map does, whatever is in them', () => {
  fc.assert(
    fc.property(fc.array(text), text, (texts, other) => {
      const table = createTextTable();
      const map = new Map<string, number>();
      for (const added of texts) {
        if (!map.has(added)) map.set(added, map.size);
        expect(table.add(added)).toBe(map.get(added));
      }
      expect(table.size()).toBe(map.size);
      for (const [known, number] of map) {
        expect(table.at(number)).toBe(known);
        expect(table.find(known)).toBe(number);
      }
      expect(table.find(other)).toBe(map.get(other));
      expect([table.at(map.size), table.at(-1)]).toEqual(['', '']);
    }),
  );
});

test('holds many texts, and those that are longer than a page', () => {
  const table = createTextTable();
  const texts: string[] = Array.from({ length: 20_000 }, () => randomUUID());
  texts.splice(10_000, 0, 'x'.repeat(200_000), 'x'.repeat(200_001));
  expect(texts.map((added) => table.add(added))).toEqual([...texts.keys()]);
  expect(texts.every((known, number) => table.at(number) === known)).toBe(true);
});
