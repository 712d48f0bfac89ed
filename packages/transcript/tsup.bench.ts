import { defineConfig } from 'tsup';

/** The measurements as programs: they need test support, which is never built. */
export default defineConfig({
  entry: ['bench/run.ts', 'bench/method.ts', 'bench/compare.ts'],
  outDir: '.cache/bench',
  format: ['esm'],
  target: 'node20.19',
  platform: 'node',
  removeNodeProtocol: false,
  noExternal: [/./],
  // Test support brings a library that calls `require`.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  esbuildOptions(options) {
    options.conditions = ['@carryover/source'];
  },
});
