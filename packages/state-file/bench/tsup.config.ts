import { defineConfig } from 'tsup';
import { bundle } from '../../../tsup.base.ts';

export default defineConfig({
  ...bundle,
  minify: false,
  entry: ['bench/recall/main.ts'],
  format: 'esm',
  outDir: 'node_modules/.bench/recall',
});
