import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createScratch, installClient, startFakeApi, talk, testdir } from '@carryover/testing';
import { describe, expect, test } from 'vitest';
import { KINDS, misfitSetting } from './misfit-setting.ts';

const cache = fileURLToPath(new URL('../../../../.cache/claude-code/', import.meta.url));

/** Whether a sound hook of the same file still runs. */
async function doesHookRun(version: string, extra: object): Promise<boolean> {
  using folder = testdir();
  const mark = join(folder.path, 'ran');
  const command = { type: 'command', command: `touch ${mark}` };
  const scratch = createScratch(folder.path, {
    version,
    projectName: 'project',
    files: { 'a.txt': 'a\n' },
    settings: { ...extra, hooks: { SessionStart: [{ hooks: [command] }] } },
  });
  await using api = await startFakeApi({});
  await talk({ client: installClient(version, cache), scratch, apiUrl: api.url, prompts: ['Hi'] });
  return existsSync(mark);
}

/** The setting with a value of another kind; what stands beside it is sound. */
function misfit(key: string): object {
  const value = KINDS[key]?.is(null) ? 'true' : null;
  const [outer = '', inner] = key.split('.');
  if (inner === undefined) return { [outer]: value };
  const beside = outer === 'statusLine' ? { type: 'command', command: 'true' } : {};
  return { [outer]: { ...beside, [inner]: value ?? 5 } };
}

describe.each(['2.1.332', '2.0.77'])('Claude Code %s', (version) => {
  test.each(Object.keys(KINDS))('takes nothing of a file with a wrong %s', async (key) => {
    expect(misfitSetting(misfit(key))).toContain(`"${key}" must be`);
    expect(await doesHookRun(version, misfit(key))).toBe(false);
  });

  test('takes the file otherwise', async () => {
    const sound = { model: '', permissions: { allow: [] }, env: {}, mine: 5 };
    expect(misfitSetting(sound)).toBeUndefined();
    expect(await doesHookRun(version, sound)).toBe(true);
  });
});
