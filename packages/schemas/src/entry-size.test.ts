import { gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

/** One event as it is published: a file of its own. */
async function bundle(event: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`events/${event}.ts`, import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'node',
  });
  return outputFiles[0]?.text ?? '';
}

test.each(['pre-compact', 'permission-request', 'stop'])(
  'events/%s is at most 12 KB minified and gzipped, Zod included',
  async (event) => {
    expect(gzipSync(await bundle(event)).length).toBeLessThanOrEqual(12_000);
  },
);

test('an event brings no schema that only other events use', async () => {
  const code = await bundle('pre-compact');
  expect(code).toContain('custom_instructions');
  expect(code).not.toMatch(/ruleContent|ZodMiniDiscriminatedUnion|ZodMiniArray|worktreePath/);
});
