import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/**
 * What goes wrong in the tools that do this job today, by the numbers of our list: condensation 1 to
 * 11, usage and warning 12 to 17, writing 18 to 28, recovery 29 to 35, security and platforms 36 to 44.
 */
const TRAPS = Array.from({ length: 44 }, (_, index) => index + 1);

test('every trap has a test that is named after it', () => {
  const packages = fileURLToPath(new URL('../packages', import.meta.url));
  const named = new Set(
    readdirSync(packages)
      .flatMap((name) => testsIn(join(packages, name, 'src')))
      .flatMap(trapsIn),
  );
  expect(TRAPS.filter((number) => !named.has(number))).toEqual([]);
});

test('numbers are read from titles, lists of them too', () => {
  const text = `test('trap 3, 4: x'); describe("trap 12: y"); it.each([])(\n  'traps 7 and 9: z')\n// trap 40`;
  expect(trapsIn(text)).toEqual([3, 4, 12, 7, 9]);
});

function testsIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
}

/** A title is the first string of a call: `test('trap 3, 4: …'`. */
function trapsIn(source: string): number[] {
  const titles = source.matchAll(/\(\s*(['"`])traps? (?<numbers>[\d, and]+):/g);
  return [...titles]
    .flatMap(({ groups }) => (groups?.['numbers'] ?? '').match(/\d+/g) ?? [])
    .map(Number);
}
