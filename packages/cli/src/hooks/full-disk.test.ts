import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { testdir, type TestDir } from '@carryover/testing';
import { describe, expect, test } from 'vitest';
import { canMount, mounted, READ_ONLY, smallDisk } from '../mounted-folder.ts';
import { hooks } from './index.ts';
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
  'R29: a disk that takes %i KB of a file: state %i stands whole, nothing is left half-written',
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

const common = (transcript_path: string) => ({ session_id: 's1', transcript_path, cwd: '/' });

/** Runs every hook in turn with the home mounted so; what each ended with, and what the home held then. */
function runMounted(root: TestDir, mount: string) {
  const home = join(root.path, 'home');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  for (const event of Object.keys(hooks)) {
    const moment = { hook_event_name: event, source: 'compact', trigger: 'auto', prompt: 'go on' };
    const payload = { ...common(join(root.path, 's1.jsonl')), ...moment };
    writeFileSync(join(root.path, event), JSON.stringify(payload));
  }
  const each = `for event in ${Object.keys(hooks).join(' ')}; do
    "$node" "$hook" $event < "$root/$event" > "$root/$event.out"; echo "$event $?"; done
    cp -r "$home" "$root/after"`;
  const [file = '', ...args] = mounted(mount, home);
  const { stdout, stderr } = spawnSync(file, [...args, 'sh', '-c', each], {
    env: {
      PATH: '/usr/bin:/bin',
      HOME: root.path,
      CARRYOVER_HOME: home,
      home,
      root: root.path,
      node: process.execPath,
      hook: BUILT_HOOK,
    },
    encoding: 'utf8',
  });
  const after = join(root.path, 'after');
  const names = readdirSync(after, { recursive: true, encoding: 'utf8' });
  const files = names.map((name) => join(after, name)).filter((path) => statSync(path).isFile());
  return { ended: stdout.trim().split('\n'), stderr, files };
}

const answerOf = (root: TestDir, event: string): string =>
  readFileSync(join(root.path, `${event}.out`), 'utf8');

const allWell = Object.keys(hooks).map((event) => `${event} 0`);

describe.runIf(canMount())('R29: every event ends with 0, and nothing is half-written', () => {
  test.each(['64k', '16k', '4k'])('on a disk of %s, with 1 MB to keep', (size) => {
    const noise = randomBytes(750_000).toString('base64');
    const line = { type: 'user', uuid: 'u', message: { role: 'user', content: noise } };
    using root = testdir({ 's1.jsonl': `${JSON.stringify(line)}\n` });
    const { ended, files } = runMounted(root, smallDisk(size));
    expect(ended).toEqual(allWell);
    const ending = (text: string): string[] => files.filter((name) => name.endsWith(text));
    for (const file of ending('.gz')) expect(() => gunzipSync(readFileSync(file))).not.toThrow();
    for (const file of ending('.json'))
      expect(() => JSON.parse(readFileSync(file, 'utf8'))).not.toThrow();
    expect(ending('.gz')).toEqual([]);
    expect(ending('.tmp')).toEqual([]);
  });

  test('on a disk that is read-only, and the state that is there stays whole', () => {
    using root = testdir();
    const transcript = join(root.path, 's1.jsonl');
    copyFileSync(SESSION, transcript);
    const compact = { ...common(transcript), hook_event_name: 'PreCompact', trigger: 'auto' };
    const env = { CARRYOVER_HOME: join(root.path, 'home') };
    runBuiltHook('PreCompact', compact, { home: root.path, env });
    const { ended, files } = runMounted(root, READ_ONLY);
    expect(ended).toEqual(allWell);
    expect(answerOf(root, 'SessionStart')).toContain('<carryover-state session=');
    const state = files.find((name) => name.endsWith('s1.json')) ?? '';
    expect(JSON.parse(readFileSync(state, 'utf8'))).toMatchObject({ generation: 1 });
  });

  test('in a home that is read-only and empty: the model gets the state all the same', () => {
    using root = testdir();
    copyFileSync(SESSION, join(root.path, 's1.jsonl'));
    const { ended, files } = runMounted(root, READ_ONLY);
    expect(ended).toEqual(allWell);
    expect(files).toEqual([]);
    expect(answerOf(root, 'PreCompact')).toContain('Keep in the summary');
    expect(answerOf(root, 'SessionStart')).not.toContain('Whole state:');
    expect(answerOf(root, 'SessionStart')).toContain('<carryover-state session=');
  });
});
