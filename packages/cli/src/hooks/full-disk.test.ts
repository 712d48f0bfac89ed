import { spawnSync } from 'node:child_process';
import { appendFileSync, copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { runBuiltHook } from './run-built-hook.ts';

const BUILT_HOOK = fileURLToPath(new URL('../../dist/hook.cjs', import.meta.url));
const SESSION = fileURLToPath(new URL('../../demo/session/transcript.jsonl', import.meta.url));

// Beyond the limit the system refuses each byte, as a full disk does; Node ignores the signal.
test.skipIf(process.platform === 'win32').each([
  [1, 1],
  [4, 1],
  [8, 1],
  [32, 2],
  [64, 2],
])(
  'a disk that takes %i KB of a file: state %i stands whole, nothing is left half-written',
  (kilobytes, generation) => {
    using root = testdir();
    const transcript = join(root.path, 's1.jsonl');
    copyFileSync(SESSION, transcript);
    const payload = { session_id: 's1', transcript_path: transcript, cwd: root.path };
    const compact = { ...payload, hook_event_name: 'PreCompact', trigger: 'auto' };
    runBuiltHook('PreCompact', compact, { home: root.path });
    const home = join(root.path, '.claude', 'carryover');
    const files = (): string[] => readdirSync(home, { recursive: true, encoding: 'utf8' });
    const before = files().filter((name) => /^(?:state|backups)\b/.test(name));
    const state = join(home, before.find((name) => name.endsWith('.json')) ?? '');
    appendFileSync(transcript, '{"type":"user","uuid":"n","message":{"content":"On."}}\n');
    const run = spawnSync(
      'sh',
      [
        '-c',
        `ulimit -f ${kilobytes * 2}; exec "$@"`,
        'sh',
        process.execPath,
        BUILT_HOOK,
        'PreCompact',
      ],
      {
        input: JSON.stringify(compact),
        env: { HOME: root.path, PATH: '/usr/bin:/bin' },
        encoding: 'utf8',
      },
    );
    expect(run).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^(?:Keep in the summary|$)/),
    });
    expect(JSON.parse(readFileSync(state, 'utf8'))).toMatchObject({ generation });
    expect(files().filter((name) => /^(?:state|backups)\b/.test(name))).toEqual(before);
    const given = runBuiltHook(
      'SessionStart',
      { ...payload, hook_event_name: 'SessionStart', source: 'compact' },
      { home: root.path },
    );
    expect(given.context).toContain('<carryover-state session="s1"');
  },
);
