import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** Runs the built command in a project whose settings have these hooks. */
async function runCli(hooks: object, ...args: string[]) {
  using root = testdir({ '.claude/settings.json': JSON.stringify({ hooks }) });
  const { stdout } = await promisify(execFile)(process.execPath, [cli, 'run', ...args], {
    cwd: root.path,
    env: { PATH: process.env['PATH'], HOME: '/nowhere' },
  });
  return stdout.replaceAll(root.path, '<project>').replace(/\d+ ms/g, '… ms');
}

const command = (text: string) => ({ type: 'command', command: text });

test('shows who reads what', async () => {
  const hooks = {
    PreCompact: [
      { matcher: 'auto', hooks: [command('echo not now')] },
      {
        matcher: 'manual',
        hooks: [command('echo keep the plan'), command('echo bad >&2; exit 1')],
      },
    ],
    Novel: [],
  };
  expect(await runCli(hooks, 'PreCompact', '--trigger', 'manual')).toMatchInlineSnapshot(`
    "PreCompact (manual): 2 hooks
      echo keep the plan
        project, <project>/.claude/settings.json: exit code 0, … ms
      echo bad >&2; exit 1
        project, <project>/.claude/settings.json: exit code 1, … ms

    The summariser is told
      keep the plan

    You see
      PreCompact:manual hook error: bad

    Left out
      <project>/.claude/settings.json: hooks.Novel is no event that Claude Code has
    "
  `);
});

test('warns of what does not work', async () => {
  const hooks = { Stop: [{ hooks: [command('echo done')] }] };
  expect(await runCli(hooks, 'Stop')).toContain('warning: nobody reads text on the stdout of Stop');
});

test('takes the input and settings from the command line and prints JSON', async () => {
  const settings = {
    hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [command('echo no >&2; exit 2')] }] },
  };
  const args = [
    '--trigger',
    'Bash',
    '--input',
    '{"tool_input":{}}',
    '--settings',
    JSON.stringify(settings),
  ];
  const report: unknown = JSON.parse(
    await runCli({}, 'PreToolUse', ...args, '--json').then((text) => text.replaceAll('… ms', '0')),
  );
  expect(report).toMatchObject({ execution: { blocked: 'no' } });
});

test.each([
  [['Nonsense'], 'Claude Code has no event "Nonsense". One of: PreToolUse'],
  [['Stop', '--input', 'x'], '--input needs a JSON object'],
  [['Stop', '--settings', '/none.json'], '--settings /none.json: no such file. Name one'],
  [['Stop', '--settings', '/'], '--settings /: no such file. Name one, or give the settings as'],
  [['Stop', '--settings', ''], '--settings : no such file.'],
  [['Stop', '--plugin', '/', '/none'], '--plugin /none: no such folder. Name the'],
  [['Stop', '--plugin', process.execPath], 'no such folder. Name the'],
])('refuses %j and says why', async (args, message) => {
  await expect(runCli({}, ...args)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(message),
  });
});
