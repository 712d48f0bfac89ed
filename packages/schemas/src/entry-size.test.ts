import { gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

test.each(['pre-compact', 'permission-request', 'stop'])(
  'events/%s is at most 12 KB minified and gzipped, Zod included',
  async (event) => {
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL(`events/${event}.ts`, import.meta.url))],
      bundle: true,
      minify: true,
      write: false,
      format: 'esm',
      platform: 'node',
    });
    expect(gzipSync(outputFiles[0]?.contents ?? '').length).toBeLessThanOrEqual(12_000);
  },
);
