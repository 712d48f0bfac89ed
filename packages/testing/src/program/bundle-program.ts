import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { buildSync } from 'esbuild';

/**
 * Bundles a TypeScript program with the workspace's sources into one file, CommonJS as the product's
 * hooks are, so that tests start it with plain `node` and no build. Returns the file's path.
 */
export function bundleProgram(entry: string, format: 'cjs' | 'esm' = 'cjs'): string {
  const folder = mkdtempSync(join(tmpdir(), 'carryover-program-'));
  const outfile = join(
    folder,
    `${basename(entry).replace(/\.[a-z]+$/, '')}.${format === 'cjs' ? 'cjs' : 'mjs'}`,
  );
  buildSync({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format,
    conditions: ['@carryover/source'],
    logLevel: 'warning',
  });
  return outfile;
}
