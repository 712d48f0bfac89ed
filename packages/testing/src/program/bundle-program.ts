import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { buildSync } from 'esbuild';

/**
 * Bundles a TypeScript program with the workspace's sources into one CommonJS file, as the product's
 * hooks are, so that tests start it with plain `node` and no build. Returns the file's path.
 */
export function bundleProgram(entry: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'carryover-program-'));
  const outfile = join(folder, `${basename(entry).replace(/\.[a-z]+$/, '')}.cjs`);
  buildSync({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'cjs',
    conditions: ['@carryover/source'],
    logLevel: 'warning',
  });
  return outfile;
}
