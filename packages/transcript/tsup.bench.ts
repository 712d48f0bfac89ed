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
  esbuildOptions(options) {
    options.conditions = ['@carryover/source'];
  },
});
