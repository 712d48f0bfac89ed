import { defineConfig } from 'vitest/config';

const conditions = ['@carryover/source', 'node', 'import', 'default'];

// Apart from the unit tests: hundreds of processes, a minute or two.
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    name: 'chaos',
    include: ['packages/*/test/**/*.chaos.test.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
  },
});
