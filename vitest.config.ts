import { defineConfig } from 'vitest/config';

const conditions = ['@carryover/source', 'node', 'import', 'default'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // Many tests start real processes, and CI machines are slow.
    testTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Many tests start processes, and CI machines are busy.
          testTimeout: 30_000,
          include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['**/*.{client,package,browser,chaos}.test.ts', '**/node_modules/**'],
        },
      },
    ],
    // CI counts what passed from this file.
    reporters: process.env['CI']
      ? ['default', ['json', { outputFile: '.cache/unit.json' }]]
      : ['default'],
    coverage: {
      provider: 'v8',
      include: ['packages/*/src/**/*.ts'],
      exclude: ['**/*.test.ts'],
    },
  },
});
