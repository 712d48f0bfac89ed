import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { testdir } from '@carryover/testing';
import { describe, expect, test } from 'vitest';
import { type HostCase, print, printJson, runHostCase } from '../../programs/host-fixture.ts';

/** What a single hook printed. */
async function output(hook: string | object, rest: Partial<HostCase> = {}) {
  const ran = await runHostCase({
    event: 'Stop',
    hooks: [hook].map((entry) => (typeof entry === 'string' ? entry : { ...entry })),
    ...rest,
  });
  const [result] = ran.results;
  if (!result) throw new Error('The hook did not run.');
  return { ...result, root: ran.root };
}

/** Empty where there is no such process. */
function stateOf(pid: string): string {
  const stat = `/proc/${pid}/stat`;
  return existsSync(stat) ? (readFileSync(stat, 'utf8').split(') ').at(-1)?.[0] ?? '') : '';
}

const BIG = "head -c 10001 /dev/zero | tr '\\0' x";
const FITS = "head -c 10000 /dev/zero | tr '\\0' x";

describe('process contract, spec/host.md 3.2', () => {
  test('X1 the shell form is run by /bin/sh, the exec form by no shell', async () => {
    const shell = await output('echo "$0 $HOME"', {
      session: { env: { HOME: '/h', PATH: process.env['PATH'] } },
    });
    expect(shell.stdout).toBe('/bin/sh /h\n');
    const args = ['$HOME', '${CLAUDE_PROJECT_DIR}', '*'];
    const exec = await output({ command: 'echo', args });
    expect(exec.stdout).toBe(`$HOME ${exec.root} *\n`);
  });

  test('X2 stdin is one JSON object with the end behind it', async () => {
    const { stdout } = await output('cat', { input: { stop_hook_active: false } });
    expect(stdout.endsWith('\n')).toBe(true);
    expect(JSON.parse(stdout)).toMatchObject({
      session_id: 's1',
      transcript_path: '/t.jsonl',
      hook_event_name: 'Stop',
      stop_hook_active: false,
    });
  });

  test('X2 a hook that never reads 90 kB of input is fine', async () => {
    const input = { last_assistant_message: 'x'.repeat(90_000) };
    expect(await output('exit 0', { input })).toMatchObject({ ending: 'exited', exitCode: 0 });
  });

  test('X3 the hook has a session of its own and no terminal', async () => {
    const script = 'ps -o pid=,pgid=,sid=,tty= -p $$';
    const { stdout } = await output(script);
    const [pid, group, session, terminal] = stdout.trim().split(/\s+/);
    expect([group, session, terminal]).toEqual([pid, pid, '?']);
  });

  test('X4 past its time the tree gets SIGTERM, then SIGKILL, and its output is dropped', async () => {
    using root = testdir();
    const trace = join(root.path, 'trace');
    const script = `trap 'echo term >> ${trace}' TERM; echo said; setsid sleep 30 & echo $! > ${trace}.child; while :; do sleep 0.1; done`;
    const timed = await output({ command: script, timeout: 1 });
    expect(timed).toMatchObject({ ending: 'timed out', stdout: '', exitCode: null });
    expect(timed.ms).toBeGreaterThan(1_900);
    expect(timed.ms).toBeLessThan(3_500);
    // Once for the group and, where the tree is walked as well, once more.
    expect(readFileSync(trace, 'utf8')).toMatch(/^(term\n)+$/);
    const child = readFileSync(`${trace}.child`, 'utf8').trim();
    expect(stateOf(child)).toMatch(/^$|Z/);
  });

  test('X4 a child that ignores SIGTERM is killed, also when its hook obeys', async () => {
    using root = testdir();
    const trace = join(root.path, 'trace');
    const child = (name: string) =>
      `sh -c 'trap "" TERM; echo $$ > ${trace}.${name}; while :; do sleep 0.1; done' > /dev/null 2>&1 &`;
    const script = `trap 'exit 0' TERM; ${child('group')} setsid ${child('apart')} wait`;
    expect(await output({ command: script, timeout: 1 })).toMatchObject({ ending: 'timed out' });
    for (const name of ['group', 'apart']) {
      const pid = readFileSync(`${trace}.${name}`, 'utf8').trim();
      expect(stateOf(pid)).toMatch(/^$|Z/);
    }
  });

  test('X5 the end of the hook counts, not that of its stdout', async () => {
    const { ms, stdout } = await output('sleep 4 & echo done');
    expect(stdout).toBe('done\n');
    expect(ms).toBeLessThan(2_000);
  });

  test('X6 a child outlives its hook', async () => {
    using root = testdir();
    const trace = join(root.path, 'trace');
    await output(`(sleep 0.5; echo alive > ${trace}) > /dev/null 2>&1 &`);
    await sleep(1_500);
    expect(readFileSync(trace, 'utf8')).toBe('alive\n');
  });

  test('X7 an async hook is not waited for, what it says comes later, what it decides does not count', async () => {
    const command = `sleep 0.5; ${printJson({ decision: 'block', reason: 'late', systemMessage: 'm' })}`;
    const ran = await runHostCase({ event: 'Stop', hooks: [{ command, async: true }] });
    expect(ran).toMatchObject({ results: [{ ending: 'async' }], user: [] });
    const later = await ran.results[0]?.later;
    expect(later).toMatchObject({ ending: 'exited', effect: { user: ['Stop says: m'] } });
    expect(later?.effect.blocked).toBeUndefined();
  });

  test('X7 a first line {"async":true} has the same effect', async () => {
    const context = {
      hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'late' },
    };
    const script = `echo '{"async":true}'; sleep 0.5; ${printJson(context)}`;
    const ran = await runHostCase({ event: 'UserPromptSubmit', hooks: [script] });
    expect(ran.model).toEqual([]);
    expect((await ran.results[0]?.later)?.effect.model).toEqual([
      'UserPromptSubmit hook additional context: late',
    ]);
  });

  test('X7 also where it comes in pieces', async () => {
    const script = `printf '{"async":'; sleep 0.2; echo 'true}'; sleep 0.5; echo late`;
    const ran = await runHostCase({ event: 'UserPromptSubmit', hooks: [script] });
    expect(ran).toMatchObject({ model: [], results: [{ ending: 'async' }] });
    expect((await ran.results[0]?.later)?.effect.model).toEqual([
      'UserPromptSubmit hook success: late',
    ]);
  });

  test('what a hook prints beyond 16 MiB is dropped', async () => {
    const ran = await output('head -c 20000000 /dev/zero; head -c 20000000 /dev/zero >&2');
    expect([ran.ending, ran.stdout.length, ran.stderr.length]).toEqual([
      'exited',
      16 * 1024 * 1024,
      16 * 1024 * 1024,
    ]);
  });

  test('X7 leaving ends hooks in the background at once', async () => {
    const ran = await runHostCase({ event: 'Stop', hooks: [{ command: 'sleep 30', async: true }] });
    ran.host.dispose();
    expect(await ran.results[0]?.later).toMatchObject({ ending: 'cancelled' });
  });

  test.each<[string, object, object | undefined, number]>([
    ['1.5 s', {}, undefined, 1_500],
    ['the longest timeout of a settings file', { timeout: 2.2 }, undefined, 2_200],
    ['a variable', {}, { CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS: '700' }, 700],
  ])('X8 SessionEnd hooks share %s', async (_, entry, env, ms) => {
    const session = env ? { env: { PATH: process.env['PATH'], ...env } } : {};
    const ran = await output({ command: 'sleep 10', ...entry }, { event: 'SessionEnd', session });
    expect(ran).toMatchObject({
      ending: 'timed out',
      effect: { user: ['SessionEnd hook failed: Hook cancelled'] },
    });
    expect(ran.ms).toBeGreaterThanOrEqual(ms - 20);
    expect(ran.ms).toBeLessThan(ms + 900);
  });

  test('X9 the environment is that of the client', async () => {
    const { stdout } = await output('env', {
      event: 'SessionStart',
      input: { source: 'startup', effort: { level: 'high' } },
      session: { env: { PATH: process.env['PATH'], OWN: 'kept' } },
    });
    const names = stdout.split('\n').map((line) => line.split('=')[0]);
    expect(names).toEqual(
      expect.arrayContaining([
        'OWN',
        'CLAUDECODE',
        'CLAUDE_CODE_CHILD_SESSION',
        'CLAUDE_CODE_SESSION_ID',
        'CLAUDE_CODE_SESSION_ATTENDED',
        'CLAUDE_CODE_ENTRYPOINT',
        'CLAUDE_PROJECT_DIR',
        'CLAUDE_PID',
        'CLAUDE_EFFORT',
        'CLAUDE_ENV_FILE',
      ]),
    );
    expect(names).not.toContain('CLAUDE_PLUGIN_ROOT');
    const folder = dirname(/^CLAUDE_ENV_FILE=(.*)$/m.exec(stdout)?.[1] ?? '/x');
    expect(folder).toMatch(/claude-env-/);
    expect(existsSync(folder)).toBe(false);
    expect(names).not.toContain('CLAUDE_SESSION_ID');
  });

  test('X9 variables of older guides come on request', async () => {
    const { stdout } = await output('echo "$CLAUDE_SESSION_ID $CLAUDE_CWD $COMPACT_SUMMARY"', {
      event: 'PostCompact',
      input: { trigger: 'auto', compact_summary: 'in short' },
      options: { compat: true },
      session: { cwd: '/tmp' },
    });
    expect(stdout).toBe('s1 /tmp in short\n');
    const long = await output('echo "[$COMPACT_SUMMARY]"; wc -c', {
      event: 'PostCompact',
      input: { trigger: 'auto', compact_summary: 'x'.repeat(200_000) },
      options: { compat: true },
    });
    expect(long.stdout).toMatch(/^\[\]\n200\d{3}\n$/);
  });

  test('X10 the folder is that of the session, or the nearest that is left', async () => {
    const there = await output('pwd');
    expect(there.stdout.trim()).toBe(there.root);
    const gone = await output('pwd', { session: { cwd: '/nowhere', projectDir: '/tmp' } });
    expect(gone.stdout).toBe('/tmp\n');
  });

  test.each<[string, string, string[]]>([
    [
      'JSON',
      printJson({
        hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'c' },
      }),
      ['UserPromptSubmit hook additional context: c'],
    ],
    ['text', 'echo text', ['UserPromptSubmit hook success: text']],
    [
      'text before JSON',
      print('log\n{"systemMessage":"m"}'),
      ['UserPromptSubmit hook success: log\n{"systemMessage":"m"}'],
    ],
    [
      'text behind JSON',
      print('{"systemMessage":"m"}\nlog'),
      ['UserPromptSubmit hook success: {"systemMessage":"m"}\nlog'],
    ],
    ['cut JSON', print('{"systemMessage":'), ['UserPromptSubmit hook success: {"systemMessage":']],
    ['an array', print('[1]'), ['UserPromptSubmit hook success: [1]']],
    ['a string', print('"s"'), ['UserPromptSubmit hook success: "s"']],
  ])('X11 %s on stdout', async (_, hook, model) => {
    expect((await runHostCase({ event: 'UserPromptSubmit', hooks: [hook] })).model).toEqual(model);
  });

  test('X12 10,000 characters pass, 10,001 are kept in a file with a preview', async () => {
    const fits = await runHostCase({ event: 'UserPromptSubmit', hooks: [FITS] });
    expect(fits.model[0]).toHaveLength('UserPromptSubmit hook success: '.length + 10_000);
    const big = await runHostCase({ event: 'UserPromptSubmit', hooks: [BIG] });
    expect(big.model[0]).toContain('<persisted-output>');
    expect(big.model[0]).toContain(`Full output saved to: ${big.root}`);
    expect(big.model[0]?.length).toBeLessThan(2_500);
  });

  test('X12 a folder that is a file costs the rest of the text, not the hook', async () => {
    for (const spillDir of ['/dev/null', '/proc/self/none/at/all']) {
      // oxlint-disable-next-line no-await-in-loop
      const big = await runHostCase({
        event: 'UserPromptSubmit',
        hooks: [BIG],
        options: { spillDir },
      });
      expect(big.model[0]).toContain('It could not be saved');
    }
  });

  test.each<[string, object, boolean]>([
    ['unknown keys', { novel: 1, systemMessage: 'm' }, true],
    ['no hookEventName', { hookSpecificOutput: { additionalContext: 'c' } }, false],
    ['a wrong hookEventName', { hookSpecificOutput: { hookEventName: 'Stop' } }, false],
    ['a wrong type', { systemMessage: 7 }, false],
    ['null', { systemMessage: null }, false],
  ])('X13 JSON with %s', async (_, json, isAccepted) => {
    const { effect } = await output(printJson(json), { event: 'UserPromptSubmit' });
    expect(effect.outcome).toBe(isAccepted ? 'success' : 'error');
  });

  test('X14 nothing keeps a child session from firing hooks of its own', async () => {
    const { stdout } = await output('echo "${CARRYOVER_CHILD-none}"');
    expect(stdout).toBe('none\n');
  });

  const circle: Record<string, unknown> = {};
  circle['self'] = circle;

  test.each<[string, Partial<HostCase> & { hook?: object }, string]>([
    ['a NUL byte in the command', { hook: { command: 'echo a\0b' } }, 'null bytes'],
    ['a command of 200 kB', { hook: { command: `: ${'x'.repeat(200_000)}` } }, 'E2BIG'],
    ['a variable of 200 kB', { session: { env: { LONG: 'x'.repeat(200_000) } } }, 'E2BIG'],
    [
      'an empty program',
      { hook: { command: '${CLAUDE_PLUGIN_ROOT}', args: [] } },
      'cannot be empty',
    ],
    ['a bigint in the input', { input: { size: 1n } }, 'BigInt'],
    ['a circle in the input', { input: { circle } }, 'circular'],
  ])('what cannot be started is a failed hook: %s', async (_, { hook, ...rest }, why) => {
    const said = await output({ command: 'true', ...hook }, rest);
    expect(said).toMatchObject({
      ending: 'not started',
      effect: { outcome: 'error', failure: expect.stringContaining(why) },
    });
    const later = await output({ command: 'true', ...hook, async: true }, rest);
    expect(await later.later).toMatchObject({ ending: 'not started' });
  });

  test('a timeout longer than a timer can wait for is no timeout', async () => {
    const said = await output({ command: 'sleep 0.2; echo done', timeout: 3_600_000 });
    expect(said).toMatchObject({ ending: 'exited', stdout: 'done\n' });
  });

  test('nothing is started once the owner has given up', async () => {
    using root = testdir();
    const trace = join(root.path, 'trace');
    const execute = { signal: AbortSignal.abort() };
    const said = await output(`echo started > ${trace}`, { execute });
    expect(said).toMatchObject({ ending: 'cancelled' });
    expect(existsSync(trace)).toBe(false);
  });
});
