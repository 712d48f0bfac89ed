import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';

/** What each package may import of the others. Test support may be imported by tests alone. */
const ALLOWED: Record<string, string[]> = {
  schemas: [],
  transcript: [],
  'hooks-runtime': ['schemas'],
  'state-file': ['transcript'],
  cli: ['schemas', 'transcript', 'hooks-runtime', 'state-file'],
  testing: [],
};

const IMPORT = /(?:from|import|require)\s*\(?\s*['"]([^'"]+)['"]/g;

/** Imports that go against the direction, as `package/file imports other`. */
function wrongImports(packages: string): string[] {
  return readdirSync(packages).flatMap((name) =>
    sources(join(packages, name, 'src')).flatMap((file) => {
      const text = readFileSync(join(packages, name, 'src', file), 'utf8');
      return [...text.matchAll(IMPORT)]
        .flatMap(([, specifier = '']) => importedPackage(specifier) ?? [])
        .filter((other) => other !== name && !isAllowed(name, other, file))
        .map((other) => `${name}/${file} imports ${other}`);
    }),
  );
}

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
}

function importedPackage(specifier: string): string | undefined {
  if (specifier === 'carryover') return 'cli';
  return (
    /^@carryover\/([\w-]+)/.exec(specifier)?.[1] ?? /\.\.\/([\w-]+)\/src\//.exec(specifier)?.[1]
  );
}

function isAllowed(name: string, other: string, file: string): boolean {
  if (other === 'testing') return /\.test\.ts$|^__fixtures__\//.test(file);
  return ALLOWED[name]?.includes(other) ?? false;
}

test('packages import in one direction: schemas ← hooks-runtime, transcript ← state-file, all ← cli', () => {
  expect(wrongImports(fileURLToPath(new URL('../packages', import.meta.url)))).toEqual([]);
});

test('a wrong import is found, whatever its form', () => {
  using packages = testdir({
    'schemas/src/a.ts': "import { x } from '@carryover/hooks-runtime';",
    'transcript/src/b.ts': "export * from '../../state-file/src/index.ts';",
    'state-file/src/c.ts':
      "import type { Y } from '@carryover/transcript';\nconst z = await import('carryover');",
    'hooks-runtime/src/d.ts': "import { testdir } from '@carryover/testing';",
    'hooks-runtime/src/d.test.ts': "import { testdir } from '@carryover/testing';",
    'unknown/src/e.ts': "import '@carryover/schemas/events/stop';",
  });
  expect(wrongImports(packages.path).toSorted()).toEqual([
    'hooks-runtime/d.ts imports testing',
    'schemas/a.ts imports hooks-runtime',
    'state-file/c.ts imports cli',
    'transcript/b.ts imports state-file',
    'unknown/e.ts imports schemas',
  ]);
});
