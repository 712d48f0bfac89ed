import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { RECORDED } from '../__fixtures__/session-of.ts';
import { snapshotSession } from '../snapshot-session.ts';

test.runIf(process.platform === 'linux')(
  'gives the state, and why it is not kept, where nobody, not even root, may write',
  async () => {
    using folder = testdir();
    const transcript = join(folder.path, 's1.jsonl');
    copyFileSync(RECORDED, transcript);
    const options = { project: 'p', session: 's1', transcript, now: new Date() };
    const home = '/proc/carryover';
    const snapshot = await snapshotSession({ ...options, home });
    expect(snapshot).toMatchObject({
      ok: true,
      state: { session: 's1', generation: 1 },
      saveFailure: { code: expect.stringMatching(/^(?:ENOENT|EACCES|EPERM)$/) },
    });
  },
);
