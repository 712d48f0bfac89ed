import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { clientVersion } from './client-version.ts';

test.each([
  ['ignores that it shall end', "trap '' TERM\nwhile :; do sleep 1; done"],
  ['leaves its output to another process', 'sleep 30 &\nwait'],
])('a client that %s is not waited for', async (_name, script) => {
  using root = testdir({ claude: `#!/bin/sh\n${script}\n` });
  const claude = join(root.path, 'claude');
  chmodSync(claude, 0o755);
  const start = performance.now();
  await expect(clientVersion({ claude }, 200)).rejects.toThrow(/no program that tells a version/);
  expect(performance.now() - start).toBeLessThan(4_000);
});
