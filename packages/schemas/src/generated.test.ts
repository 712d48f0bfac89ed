import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const bin = join(packageFolder, '../../node_modules/.bin');

function readFolder(root: string, folder: string): Record<string, string> {
  const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    files
      .filter((file) => file.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((file) => [file.slice(root.length), readFileSync(file, 'utf8')]),
  );
}

test('generating again changes nothing that is committed', { timeout: 120_000 }, () => {
  using folder = testdir();
  for (const generator of ['main.ts', 'json-schemas.ts'])
    execFileSync(
      join(packageFolder, 'node_modules/.bin/jiti'),
      [`generate/${generator}`, folder.path],
      {
        cwd: packageFolder,
        env: { ...process.env, PATH: `${bin}:${process.env['PATH']}` },
        stdio: 'pipe',
      },
    );
  const root = `${folder.path}/`;
  for (const part of ['src/events', 'src/tools', 'json-schema'])
    expect(readFolder(packageFolder, part)).toStrictEqual(readFolder(root, part));
  for (const file of ['src/settings/handlers.ts', 'generate/surface.json'])
    expect(readFileSync(join(packageFolder, file), 'utf8')).toBe(
      readFileSync(join(root, file), 'utf8'),
    );
});
