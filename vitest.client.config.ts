import { defineConfig } from 'vitest/config';

const conditions = ['@carryover/source', 'node', 'import', 'default'];

// Apart from the unit tests: it downloads the clients and takes a minute.
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    name: 'client',
    include: ['test/client/**/*.client.test.ts'],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 600_000,
  },
});
