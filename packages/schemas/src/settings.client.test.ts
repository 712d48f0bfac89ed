import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createScratch, installClient, startFakeApi, talk, testdir } from '@carryover/testing';
import { describe, expect, test } from 'vitest';
import { lintHooks } from './settings/index.ts';

const cache = fileURLToPath(new URL('../../../.cache/claude-code/', import.meta.url));
const command = { type: 'command', command: 'true' };

/** Blocks with one odd entry each; `since` where an older client does not read the field at all. */
const odd: Record<string, { block: object; only?: string }> = {
  'an event that is no list': { block: { PreToolUse: {} } },
  'a group without handlers': { block: { PreToolUse: [{ matcher: 'Bash' }] } },
  'a handler on the group': { block: { PreToolUse: [{ matcher: 'Bash', ...command }] } },
  'a handler of an unknown type': {
    block: { PreToolUse: [{ hooks: [{ ...command, type: 'x' }] }] },
  },
  'a matcher that is a number': { block: { PreToolUse: [{ matcher: 7, hooks: [command] }] } },
  'a timeout of zero': { block: { PreToolUse: [{ hooks: [{ ...command, timeout: 0 }] }] } },
  'an unknown shell': {
    block: { PreToolUse: [{ hooks: [{ ...command, shell: 'fish' }] }] },
    only: '2.1.332',
  },
  'an unknown event': { block: { NoSuchEvent: [{ hooks: [command] }] } },
  'a broken matcher': { block: { PreToolUse: [{ matcher: '[', hooks: [command] }] } },
  'a timeout in milliseconds': {
    block: { PreToolUse: [{ hooks: [{ ...command, timeout: 30_000 }] }] },
  },
  'an unknown key': { block: { PreToolUse: [{ hooks: [{ ...command, custom: 1 }] }] } },
};

/** Whether a sound hook beside the odd entry still runs. */
async function doOthersRun(version: string, block: object): Promise<boolean> {
  using folder = testdir();
  const mark = join(folder.path, 'ran');
  const sound = { SessionStart: [{ hooks: [{ type: 'command', command: `touch ${mark}` }] }] };
  const settings = { hooks: { ...sound, ...block } };
  const scratch = createScratch(folder.path, {
    version,
    projectName: 'project',
    files: { 'a.txt': 'a\n' },
    settings,
  });
  await using api = await startFakeApi({});
  await talk({ client: installClient(version, cache), scratch, apiUrl: api.url, prompts: ['Hi'] });
  return existsSync(mark);
}

describe.each(['2.1.332', '2.0.77'])('Claude Code %s', (version) => {
  const cases = Object.entries(odd).filter(
    ([, { only }]) => only === undefined || only === version,
  );

  test.each(cases)('treats %s as lintHooks says', async (_, { block }) => {
    const found = lintHooks({ hooks: block }, { client: version });
    const isFileLost = found.some(({ effect }) => effect === 'file');
    expect(await doOthersRun(version, block)).toBe(!isFileLost);
  });
});
