import { defineConfig } from 'vitest/config';

const conditions = ['@carryover/source', 'node', 'import', 'default'];

// Apart from the unit tests: they download the clients, install what was packed, or start hundreds of
// processes, and take minutes.
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    projects: [
      { extends: true, test: { name: 'client', include: ['**/*.client.test.ts'] } },
      { extends: true, test: { name: 'package', include: ['**/*.package.test.ts'] } },
      { extends: true, test: { name: 'browser', include: ['**/*.browser.test.ts'] } },
      { extends: true, test: { name: 'chaos', include: ['**/*.chaos.test.ts'] } },
    ],
    exclude: ['**/node_modules/**', '**/.cache/**'],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 600_000,
    // One file for both: `.ci/run` runs one project at a time and reads it before the next.
    reporters: process.env['CI']
      ? ['default', ['json', { outputFile: '.cache/e2e.json' }]]
      : ['default'],
  },
});
