import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { describe, expect, test } from 'vitest';
import { hooks } from './index.ts';
import { runBuiltHook } from './run-built-hook.ts';

/** So that every hook does its work. */
const ALL_ON = { CARRYOVER_WARN_MID_TURN: 'true' };

const payload = (event: string, fields: object = {}): object => ({
  session_id: 's1',
  transcript_path: '/nowhere/s1.jsonl',
  cwd: '/',
  hook_event_name: event,
  source: event === 'SessionStart' ? 'compact' : 'user',
  prompt: 'go on',
  trigger: 'manual',
  ...fields,
});

describe.each(Object.keys(hooks))('%s', (event) => {
  test.each<[string, string | Uint8Array | object, RegExp]>([
    ['empty stdin', '', /stdin was empty/],
    ['null', 'null', /stdin was null, not an object/],
    ['an array', '[]', /stdin was an array/],
    ['a string', '"x"', /stdin was a string/],
    ['cut JSON', '{"session_id":"s1","transcript_path":"/tm', /stdin was not JSON/],
    ['single back-slashes (S10)', String.raw`{"cwd":"C:\Users\ann"}`, /stdin was not JSON/],
    ['bytes that are no text', new Uint8Array([0xff, 0xfe, 0x00]), /stdin was not JSON/],
    ['an object without session_id', { hook_event_name: event }, /no session_id/],
    [
      'an object without cwd and transcript',
      { session_id: 's1', hook_event_name: event, trigger: 'auto' },
      /transcript|re-armed|answered|nothing to give back/,
    ],
    ['the payload of another event', payload('Notification'), new RegExp(`not one of ${event}`)],
    [
      'a session id that is a path (R18 c)',
      payload(event, { session_id: '../../../x' }),
      /unsafe_id|transcript/,
    ],
    [
      'a session id of 300 characters (R18 c)',
      payload(event, { session_id: 'x'.repeat(300) }),
      /unsafe_id|transcript/,
    ],
  ])('R01 given %s: exit 0, silence and one line that says why', (_name, input, reason) => {
    using home = testdir();
    const run = runBuiltHook(event, input, { home: home.path, env: ALL_ON });
    expect(run).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
    expect(run.log).toHaveLength(1);
    expect(run.log[0]).toMatchObject({ event, reason: expect.stringMatching(reason) });
    expect(filesOutside(home.path)).toEqual(['.claude']);
  });

  test.each([
    ['missing', '/nowhere/s1.jsonl'],
    ['not named', ''],
    ['no text', 7],
    ['a folder', '/'],
  ])('R01 whose transcript is %s: exit 0, silence and one line', (_name, transcript_path) => {
    using home = testdir();
    const run = runBuiltHook(event, payload(event, { transcript_path }), {
      home: home.path,
      env: ALL_ON,
    });
    expect(run).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
    expect(run.log).toHaveLength(1);
    expect(run.log[0]?.reason).toMatch(event === 'PostCompact' ? /re-armed/ : /transcript/);
  });

  test.each([
    ['a file', (path: string) => join(path, 'file')],
    ['below a file', (path: string) => join(path, 'file', 'deeper')],
    // The one event whose answer needs nothing of the home but a transcript.
    ['in /proc, where nothing can be made', () => '/proc/carryover', 'SessionStart'],
  ])('R29 whose home is %s: exit 0, silence or a state, the line on stderr', (...row) => {
    const [, homeIn, answering] = row;
    using folder = testdir({ file: 'not a folder', 's1.jsonl': '{"type":"user"}\n' });
    const env = { CARRYOVER_HOME: homeIn(folder.path) };
    const input = payload(event, { transcript_path: join(folder.path, 's1.jsonl') });
    const run = runBuiltHook(event, input, { home: folder.path, env });
    const said = event === answering ? /^\{.*<carryover-state session=.*\}$/ : /^$/;
    expect(run).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(said) });
    expect(run.stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(run.stderr).toContain(`"event":"${event}"`);
  });

  test('without HOME: exit 0 and silence', () => {
    using folder = testdir();
    const run = runBuiltHook(event, payload(event), {
      home: '',
      env: { CARRYOVER_HOME: folder.path },
    });
    expect(run).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
    expect(run.log).toHaveLength(1);
  });

  test('for a sub-agent: nothing but a line', () => {
    using home = testdir({ 's1.jsonl': '{"type":"user"}\n' });
    const transcript_path = join(home.path, 's1.jsonl');
    const run = runBuiltHook(event, payload(event, { transcript_path, agent_id: 'a1' }), {
      home: home.path,
    });
    expect(run).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
    expect(run.log[0]).toMatchObject({
      outcome: 'skipped',
      reason: expect.stringContaining('sub-agent'),
    });
    expect(readdirSync(join(home.path, '.claude', 'carryover'))).toEqual(['log']);
  });

  test('started by carryover itself: nothing but a line', () => {
    using home = testdir();
    const run = runBuiltHook(event, payload(event), {
      home: home.path,
      env: { CARRYOVER_CHILD: '1' },
    });
    expect(run).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
    expect(run.log[0]).toMatchObject({ outcome: 'skipped' });
  });
});

test('an event that carryover has no hook for leaves a line', () => {
  using home = testdir();
  const run = runBuiltHook('Nonsense', '{}', { home: home.path });
  expect(run).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
  expect(run.log).toMatchObject([{ event: 'Nonsense', outcome: 'failed' }]);
});

function filesOutside(home: string): string[] {
  return readdirSync(home);
}
