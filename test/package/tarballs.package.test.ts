import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testdir, type TestDir } from '@carryover/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const LIBRARIES = ['schemas', 'transcript', 'state-file', 'hooks-runtime'];

let folder: TestDir;

// What a person does: the packed files into an empty folder, with npm and no install scripts.
beforeAll(() => {
  folder = testdir({ 'package.json': '{ "private": true }\n' });
  for (const name of [...LIBRARIES, 'cli']) {
    run('pnpm', ['pack', '--pack-destination', folder.path], join(repository, 'packages', name));
  }
  const tarballs = readdirSync(folder.path).filter((name) => name.endsWith('.tgz'));
  const files = tarballs.map((name) => `./${name}`);
  run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...files], folder.path);
});

afterAll(() => folder[Symbol.dispose]());

describe.each(LIBRARIES)('@carryover/%s', (name) => {
  test('R33: is imported as a module and required, with the same exports', () => {
    const list = `(m) => console.log(Object.keys(m).filter((k) => k !== 'default').sort().join())`;
    const imported = node([
      '--input-type=module',
      '-e',
      `import('@carryover/${name}').then(${list})`,
    ]);
    const required = node(['-e', `(${list})(require('@carryover/${name}'))`]);
    expect(imported.trim()).not.toBe('');
    expect(required).toBe(imported);
  });

  test('declares types for both', () => {
    const { exports } = manifest(`@carryover/${name}`);
    for (const kind of ['import', 'require'] as const) {
      const { types } = exports['.'][kind];
      expect(statSync(join(folder.path, 'node_modules/@carryover', name, types)).isFile()).toBe(
        true,
      );
    }
  });
});

test.each([...LIBRARIES.map((name) => `@carryover/${name}`), 'carryover'])(
  '%s names published versions, its licence, and brings no tests',
  (name) => {
    const text = JSON.stringify(manifest(name).dependencies ?? {});
    expect(text).not.toMatch(/workspace:|catalog:/);
    expect(manifest(name).license).toBe('MIT');
    const files = readdirSync(join(folder.path, 'node_modules', name), {
      recursive: true,
      encoding: 'utf8',
    });
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md']));
    expect(files.filter((file) => file.includes('.test.'))).toEqual([]);
  },
);

test('R33: carryover starts through its link, brings no dependency and plays the demo', () => {
  expect(manifest('carryover').dependencies).toBeUndefined();
  const bin = join(folder.path, 'node_modules/.bin/carryover');
  expect(readFileSync(bin, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  expect(run(bin, ['--version'], folder.path).trim()).toBe(manifest('carryover').version);
  const { sectionsWithFacts } = JSON.parse(run(bin, ['demo', '--json'], folder.path));
  expect(sectionsWithFacts).toHaveLength(10);
});

test('R33: carryover brings its plugin whole', () => {
  const plugin = join(folder.path, 'node_modules/carryover/plugin');
  const files = readdirSync(plugin, { recursive: true, encoding: 'utf8' });
  for (const name of readdirSync(join(folder.path, 'node_modules/carryover/dist')))
    expect(files).toContain(join('dist', name));
  expect(files).toEqual(
    expect.arrayContaining([
      '.claude-plugin/marketplace.json',
      '.claude-plugin/plugin.json',
      'commands/show.md',
      'commands/status.md',
      'hooks/hooks.json',
      'hooks/post-compact.json',
      'skills/keep/SKILL.md',
    ]),
  );
  expect(node([join(plugin, 'dist/cli.js'), '--version']).trim()).toBe(
    manifest('carryover').version,
  );
});

type Manifest = {
  version: string;
  license: string;
  dependencies?: Record<string, string>;
  exports: { '.': Record<'import' | 'require', { types: string }> };
};

function manifest(name: string): Manifest {
  return JSON.parse(readFileSync(join(folder.path, 'node_modules', name, 'package.json'), 'utf8'));
}

function node(args: string[]): string {
  return run(process.execPath, args, folder.path);
}

function run(file: string, args: string[], cwd: string): string {
  return execFileSync(file, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
