import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';

const BUILT_HOOK = fileURLToPath(new URL('../../dist/hook.cjs', import.meta.url));
const SESSION = fileURLToPath(new URL('../../demo/session/transcript.jsonl', import.meta.url));

const TOOL = { tool_name: 'Read', tool_input: {}, tool_response: {}, tool_use_id: 't1' };

/** The hook without the files that stand beside it, or by a link from where they do not stand. */
function runAlone(
  event: string,
  fields: object,
  place: (file: string, at: string) => void = copyFileSync,
) {
  using root = testdir();
  const file = join(root.path, 'alone.cjs');
  const transcript = join(root.path, 's1.jsonl');
  place(BUILT_HOOK, file);
  copyFileSync(SESSION, transcript);
  const payload = { session_id: 's1', transcript_path: transcript, cwd: root.path, ...fields };
  const { status, stdout } = spawnSync(process.execPath, [file, event], {
    input: JSON.stringify({ ...payload, hook_event_name: event }),
    env: { HOME: root.path, PATH: '/usr/bin:/bin' },
    encoding: 'utf8',
  });
  const log: unknown = JSON.parse(
    readFileSync(join(root.path, '.claude', 'carryover', 'log', 'runs.jsonl'), 'utf8'),
  );
  return { status, stdout, log };
}

test('a prompt that needs no warning loads nothing that draws facts', () => {
  const run = runAlone('UserPromptSubmit', { prompt: 'Go on.', source: 'user' });
  expect(run).toMatchObject({
    status: 0,
    stdout: '',
    log: { outcome: 'ok', reason: expect.stringMatching(/^context at \d+ %/) },
  });
});

test('a hook that misses its part says so in the log and stops nobody', () => {
  const run = runAlone('PreCompact', { trigger: 'auto' });
  expect(run).toMatchObject({
    status: 0,
    stdout: '',
    log: { outcome: 'failed', reason: expect.stringContaining('carryover-facts.cjs is missing') },
  });
});

test('a hook that npm starts by a link finds its parts', () => {
  const run = runAlone('PreCompact', { trigger: 'auto' }, symlinkSync);
  expect(run).toMatchObject({ status: 0, log: { outcome: 'ok' } });
  expect(run.stdout).not.toBe('');
});

test('a prompt and a tool call load nothing of Node that all of them would wait for', () => {
  using root = testdir({
    'tell.cjs': `process.on('exit', () => {
      require('node:fs').writeFileSync(process.env.LOADED, process.moduleLoadList.join('\\n'));
    });`,
  });
  const LOADED = join(root.path, 'loaded.txt');
  for (const event of ['UserPromptSubmit', 'PostToolUse']) {
    const payload = {
      session_id: 's1',
      transcript_path: SESSION,
      cwd: root.path,
      prompt: 'Go on.',
    };
    const { status } = spawnSync(
      process.execPath,
      ['--require', join(root.path, 'tell.cjs'), BUILT_HOOK, event],
      {
        input: JSON.stringify({ ...payload, ...TOOL, hook_event_name: event }),
        env: { HOME: root.path, PATH: '/usr/bin:/bin', LOADED, CARRYOVER_WARN_MID_TURN: 'true' },
      },
    );
    expect(status).toBe(0);
    const loaded = readFileSync(LOADED, 'utf8').split('\n');
    expect(loaded).toContain('NativeModule path');
    for (const name of ['crypto', 'stream', 'net', 'tty', 'child_process', 'os'])
      expect({ event, loaded }).not.toMatchObject({
        loaded: expect.arrayContaining([`NativeModule ${name}`]),
      });
  }
});
