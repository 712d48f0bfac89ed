import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testdir, type TestDir } from '@carryover/testing';
import { describe, expect, test } from 'vitest';
import { runBuiltCli } from './run-built-cli.ts';
import { CTRL_C, CTRL_D, hasTerminal, runOnTerminal } from './run-on-terminal.ts';

const HOME = '.claude/carryover';
const INSTALL = ['install', '--client-version', '2.1.332'];

function written(root: TestDir): unknown {
  const file = join(root.path, HOME, 'config.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

// Without util-linux there is no pseudo terminal to be had from the shell.
describe.runIf(hasTerminal)('on a terminal', () => {
  test('install asks which writer, says what it costs and who pays, and asks only once', async () => {
    using root = testdir();
    const { status, screen } = await runOnTerminal(root.path, INSTALL, {
      typed: [
        ['Writer [none]: ', 'chatgpt\r'],
        ['Writer [none]: ', 'claude\r'],
      ],
    });
    expect(status).toBe(0);
    expect(screen).toMatch(/at most 12,000 tokens/);
    expect(screen).toMatch(/claude +your claude program; the account that it is logged in as pays/);
    expect(screen).toContain('To stop that: carryover install --writer none');
    expect(written(root)).toEqual({ writer: 'claude' });
    const again = await runOnTerminal(root.path, INSTALL, {});
    expect(again).toMatchObject({ status: 0, screen: expect.not.stringContaining('Writer') });
  });

  test('what others write into the settings while the question waits stays', async () => {
    using root = testdir({ '.claude/settings.json': '{ "model": "opus" }' });
    const file = join(root.path, '.claude/settings.json');
    const meanwhile = '{ "model": "sonnet", "permissions": { "allow": ["Bash"] } }';
    const { status } = await runOnTerminal(root.path, INSTALL, {
      typed: [['Writer [none]: ', () => (writeFileSync(file, meanwhile), '\r')]],
    });
    expect(status).toBe(0);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      ...JSON.parse(meanwhile),
      hooks: { PreCompact: [{}] },
    });
    const [copy = ''] = readdirSync(join(root.path, HOME, 'settings'));
    expect(readFileSync(join(root.path, HOME, 'settings', copy), 'utf8')).toBe(meanwhile);
  });

  test('Enter is no, and is kept: nobody is asked again', async () => {
    using root = testdir();
    await runOnTerminal(root.path, INSTALL, { typed: [['Writer [none]: ', '\r']] });
    expect(written(root)).toEqual({ writer: 'none' });
  });

  test('anthropic needs the name of a variable, and a pasted key is not taken for one', async () => {
    using root = testdir();
    const { status } = await runOnTerminal(root.path, INSTALL, {
      typed: [
        ['Writer [none]: ', 'anthropic\r'],
        ['[ANTHROPIC_API_KEY]: ', 'sk-ant-made-up\r'],
        ['[ANTHROPIC_API_KEY]: ', 'MY_KEY\r'],
      ],
    });
    expect(status).toBe(0);
    expect(written(root)).toEqual({
      writer: 'anthropic',
      writerOptions: { keyVariable: 'MY_KEY' },
    });
  });

  test.each([
    ['Ctrl-C', CTRL_C],
    ['Ctrl-D', CTRL_D],
  ])('%s leaves everything as it was', async (_name, key) => {
    using root = testdir({ '.claude/settings.json': '{}' });
    const { status, screen } = await runOnTerminal(root.path, INSTALL, {
      typed: [['Writer [none]: ', key]],
    });
    expect(status).toBe(1);
    expect(screen).toMatch(/Nothing was changed\.\r\n$/);
    expect(screen).not.toMatch(/ at \S+:\d|Abort/);
    expect(readdirSync(root.path, { recursive: true })).toEqual([
      '.claude',
      '.claude/settings.json',
    ]);
    expect(readFileSync(join(root.path, '.claude/settings.json'), 'utf8')).toBe('{}');
  });

  test.each([
    ['--yes', ['--yes'], {}],
    ['--writer', ['--writer', 'none'], {}],
    ['--dry-run', ['--dry-run'], {}],
    ['CI', [], { CI: 'true' }],
    ['a writer in the environment', [], { CARRYOVER_WRITER: 'none' }],
  ])('with %s nothing is asked', async (_name, args, env) => {
    using root = testdir();
    const run = await runOnTerminal(root.path, [...INSTALL, ...args], { env });
    expect(run).toMatchObject({ status: 0, screen: expect.not.stringContaining('Writer [') });
  });

  test('purge that the person leaves deletes nothing', async () => {
    using root = testdir({ [`${HOME}/state/p-1/s1.json`]: '{"version":1,"session":"s1"}\n' });
    const { status, screen } = await runOnTerminal(root.path, ['purge', '--all'], {
      typed: [['[y/N] ', CTRL_C]],
    });
    expect(status).toBe(1);
    expect(screen).toMatch(/Nothing was deleted\.\r\n$/);
    expect(existsSync(join(root.path, HOME, 'state/p-1/s1.json'))).toBe(true);
  });
});

test('without a terminal nothing is asked and no writer is set', () => {
  using root = testdir();
  const run = runBuiltCli(root.path, INSTALL);
  expect(run).toMatchObject({ status: 0, stdout: expect.not.stringContaining('Writer') });
  expect(written(root)).toBeUndefined();
});

test('--writer is written into config.json beside what stands there', () => {
  using root = testdir({ [`${HOME}/config.json`]: '{\n    "warnThreshold": 70\n}\n' });
  runBuiltCli(root.path, [...INSTALL, '--writer', 'anthropic', '--key-variable', 'MY_KEY']);
  expect(readFileSync(join(root.path, HOME, 'config.json'), 'utf8')).toBe(
    '{\n    "warnThreshold": 70,\n    "writer": "anthropic",\n    "writerOptions": {\n        "keyVariable": "MY_KEY"\n    }\n}\n',
  );
  runBuiltCli(root.path, [...INSTALL, '--writer', 'none']);
  expect(written(root)).toMatchObject({ warnThreshold: 70, writer: 'none' });
  // The variable is known by now.
  expect(runBuiltCli(root.path, [...INSTALL, '--writer', 'anthropic']).status).toBe(0);
});

test.each([
  ['anthropic without the name of a variable', ['--writer', 'anthropic'], /--key-variable MY_KEY/],
  [
    'a key in place of its variable',
    ['--writer', 'anthropic', '--key-variable', 'sk-ant-made-up'],
    /not the key/,
  ],
  ['a variable without its writer', ['--key-variable', 'MY_KEY'], /belongs to --writer anthropic/],
  ['a writer that is not offered', ['--writer', 'chatgpt'], /none, claude, anthropic/],
])('%s is refused, and nothing is changed', (_name, args, message) => {
  using root = testdir();
  const run = runBuiltCli(root.path, [...INSTALL, ...args]);
  expect(run).toMatchObject({ status: 1, stderr: expect.stringMatching(message) });
  expect(existsSync(join(root.path, '.claude'))).toBe(false);
});

test('a broken config.json is named, and nothing is changed', () => {
  using root = testdir({ [`${HOME}/config.json`]: '{ "writer": ' });
  const run = runBuiltCli(root.path, [...INSTALL, '--writer', 'claude']);
  expect(run).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^Nothing was changed: .*config\.json is not JSON/),
  });
  expect(existsSync(join(root.path, '.claude/settings.json'))).toBe(false);
  expect(runBuiltCli(root.path, [...INSTALL]).status).toBe(0);
});

test('--dry-run says which writer would be set and sets none', () => {
  using root = testdir();
  const run = runBuiltCli(root.path, [...INSTALL, '--dry-run', '--writer', 'claude']);
  expect(run.stdout).toContain('Would set the writer to claude.');
  expect(existsSync(join(root.path, '.claude'))).toBe(false);
});
