import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8');
const manifest: {
  files: string[];
  scripts: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies: Record<string, string>;
} = JSON.parse(root('package.json'));

test('what is bundled comes with its licence, and is no dependency of who installs', () => {
  expect(manifest.files).toContain('THIRD-PARTY-NOTICES.txt');
  expect(root('THIRD-PARTY-NOTICES.txt')).toContain(root('node_modules/tokenx/LICENSE').trim());
  expect(manifest.dependencies).toBeUndefined();
  expect(manifest.devDependencies).toHaveProperty('tokenx');
});

test('packing builds first, so that no stale or missing code is packed', () => {
  expect(manifest.scripts['prepack']).toMatch(/^tsup\b/);
});

test('the README leads to nothing outside of the package', () => {
  expect(root('README.md')).not.toMatch(/\]\(\.\.\//);
});
