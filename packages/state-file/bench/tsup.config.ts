import { defineConfig } from 'tsup';
import { bundle } from '../../../tsup.base.ts';

// Test support brings CommonJS packages along, which call `require` for Node's own modules.
const requireForCjs = {
  js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
};

export default defineConfig({
  ...bundle,
  minify: false,
  banner: requireForCjs,
  entry: {
    'sentences/main': 'bench/sentences/main.ts',
    'recall/main': 'bench/recall/main.ts',
    'crash/main': 'bench/crash/main.ts',
    'crash/work': 'bench/crash/work.ts',
    'pre-compact/main': 'bench/pre-compact/main.ts',
    'pre-compact/work': 'bench/pre-compact/work.ts',
  },
  format: 'esm',
  outDir: 'node_modules/.bench',
});
