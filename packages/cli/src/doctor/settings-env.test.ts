import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { runBuiltCli } from '../commands/run-built-cli.ts';
import { CLIENT, doctor, editSettings, found, HOME, installed } from './run-doctor.ts';

const setIn = (home: string, env: Record<string, unknown>): void =>
  editSettings(home, (settings) => Object.assign(settings, { env }));

test('carryover is switched off by a variable of the settings', () => {
  using root = installed(testdir());
  setIn(root.path, { CARRYOVER_ENABLED: 'false' });
  expect(found(doctor(root.path))).toEqual({
    'switched-off': expect.stringMatching(
      /\(enabled, from CARRYOVER_ENABLED in "env" of \S+\/\.claude\/settings\.json\)/,
    ),
  });
  const json = (command: string) =>
    JSON.parse(
      runBuiltCli(root.path, [command, '--json'], { cwd: join(root.path, 'project') }).stdout,
    );
  expect(json('status')).toMatchObject({ enabled: false });
  expect(json('config').settings).toContainEqual(
    expect.objectContaining({
      key: 'enabled',
      value: false,
      from: expect.stringMatching(/^CARRYOVER_ENABLED in "env" of \S+settings\.json$/),
    }),
  );
});

test('the strongest settings file counts, and all of them before the environment', () => {
  using root = installed(
    testdir({
      'project/.claude/settings.json': '{"env":{"CARRYOVER_ENABLED":"false"}}',
      'project/.claude/settings.local.json': '{"env":{"CARRYOVER_ENABLED":"true"}}',
    }),
  );
  const env = { CARRYOVER_ENABLED: 'false' };
  expect(doctor(root.path, { env })).toMatchObject({ ok: true, ran: 4 });
  writeFileSync(join(root.path, 'managed.json'), '{"env":{"CARRYOVER_ENABLED":false}}');
  expect(found(doctor(root.path))).toEqual({
    'switched-off': expect.stringMatching(/CARRYOVER_ENABLED in "env" of \S+managed\.json/),
  });
});

test('variables of the settings that are wrong are told with their file', () => {
  using root = installed(testdir());
  setIn(root.path, { CARRYOVER_WARN_THRESHOLD: null, CARRYOVER_WORN: '1' });
  const { findings } = doctor(root.path);
  expect(findings.map(({ says }) => says)).toEqual([
    expect.stringMatching(
      /^CARRYOVER_WARN_THRESHOLD in "env" of \S+settings\.json: warnThreshold is "null"/,
    ),
    expect.stringMatching(/^unknown variable CARRYOVER_WORN in "env" of \S+settings\.json$/),
  ]);
});

test('install registers what a variable of the settings asks for', () => {
  using root = installed(testdir());
  setIn(root.path, { CARRYOVER_WARN_MID_TURN: 'true' });
  expect(found(doctor(root.path))).toEqual({ 'not-registered': 'Not registered: PostToolUse.' });
  installed(root);
  expect(doctor(root.path)).toMatchObject({ ok: true, ran: 5 });
});

test('the settings give the hooks another folder to keep in', () => {
  using root = installed(testdir({ '.claude/projects/-p/s1.jsonl': '{}\n' }));
  utimesSync(join(root.path, HOME, 'install.json'), 1e9, 1e9);
  const other = join(root.path, 'other');
  setIn(root.path, { CARRYOVER_HOME: other });
  mkdirSync(join(other, 'log'), { recursive: true, mode: 0o700 });
  const time = new Date().toISOString();
  const run = { time, event: 'PreCompact', session: 's1', ms: 9, outcome: 'ok', reason: '' };
  writeFileSync(join(other, 'log/runs.jsonl'), `${JSON.stringify(run)}\n`, { mode: 0o600 });
  const args = ['--client-version', CLIENT];
  const result = doctor(root.path, { args });
  expect(found(result)).toEqual({
    'other-home': expect.stringMatching(
      /keep in \S+other \(CARRYOVER_HOME in "env" of \S+settings\.json\), and this command looks in \S+carryover\.$/,
    ),
  });
  expect(result.findings[0]?.remedy).toContain(`Set CARRYOVER_HOME to ${other} in your shell`);
  expect(doctor(root.path, { args, env: { CARRYOVER_HOME: other } }).findings).toEqual([]);
});

test('a key of the writer that the settings hold is there', () => {
  using root = installed(testdir());
  const options = { keyVariable: 'MY_KEY' };
  const config = { writer: 'anthropic', writerOptions: options };
  writeFileSync(join(root.path, HOME, 'config.json'), JSON.stringify(config), { mode: 0o600 });
  expect(found(doctor(root.path))).toEqual({
    'writer-unavailable': expect.stringContaining('MY_KEY is not in the environment'),
  });
  setIn(root.path, { MY_KEY: 'sk' });
  expect(doctor(root.path)).toMatchObject({ ok: true });
});
