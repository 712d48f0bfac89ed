import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { runBuiltCli } from '../commands/run-built-cli.ts';
import { CLIENT, doctor, found, HOME } from './run-doctor.ts';

const FILES = {
  user: '.claude/settings.json',
  project: 'project/.claude/settings.json',
  local: 'project/.claude/settings.local.json',
};
type Scope = keyof typeof FILES;

const install = (home: string, ...args: string[]) =>
  runBuiltCli(home, ['install', '--client-version', CLIENT, ...args], {
    cwd: join(home, 'project'),
  });

/** A home with carryover in the settings of that scope alone, then edited. */
function setUp(scope: Scope, change: (text: string) => string) {
  const root = testdir({ 'project/.keep': '' });
  install(root.path, '--scope', scope);
  const file = join(root.path, FILES[scope]);
  writeFileSync(file, change(readFileSync(file, 'utf8')));
  return root;
}

/** Runs what a remedy names first. */
function follow(home: string, remedy: string): void {
  const [, args = ''] = /carryover install((?: --\w+ \w+)*)/.exec(remedy) ?? [];
  expect(install(home, ...args.split(' ').slice(1))).toMatchObject({ status: 0 });
}

const BREAKS: [string, (text: string) => string][] = [
  ['timeout-too-short', (text) => text.replace('"timeout": 320', '"timeout": 3')],
  ['timeout-in-milliseconds', (text) => text.replace('"timeout": 320', '"timeout": 320000')],
  ['program-missing', (text) => text.replaceAll(process.execPath, '/nowhere/node')],
  ['hook-fails', (text) => text.replace('"[ ! -x', '"echo hello; [ ! -x')],
  ['not-registered', (text) => text.replace('"PreCompact"', '"Notification"')],
  ['entries-gone', () => '{}'],
];

test.each(
  BREAKS.flatMap(([id, change]) =>
    (['user', 'project', 'local'] as const).map((scope) => ({ id, scope, change })),
  ),
)('the remedy for $id in the settings of scope $scope cures it', ({ id, scope, change }) => {
  using root = setUp(scope, change);
  const result = doctor(root.path);
  expect(found(result)).toHaveProperty([id]);
  const [first] = result.findings;
  expect(first?.remedy).toMatch(
    scope === 'user' ? /carryover install(?! --scope)/ : `carryover install --scope ${scope}`,
  );
  follow(root.path, first?.remedy ?? '');
  expect(doctor(root.path)).toMatchObject({ ok: true, findings: [], ran: 4 });
});

test('the remedy for a program that is another or has gone names the scope, and cures it', () => {
  using root = setUp('project', (text) => text);
  const program = join(root.path, HOME, 'bin/carryover-facts.cjs');
  writeFileSync(program, '', { mode: 0o600 });
  const { findings } = doctor(root.path);
  const { remedy } = findings.find(({ id }) => id === 'other-version') ?? {};
  expect(remedy).toBe('Run carryover install --scope project.');
  follow(root.path, remedy ?? '');
  expect(doctor(root.path)).toMatchObject({ ok: true, ran: 4 });
  rmSync(join(root.path, HOME, 'bin'), { recursive: true });
  expect(doctor(root.path).findings.map((finding) => finding.remedy)).toEqual([
    expect.stringMatching(/^Run carryover install --scope project:/),
    'Run carryover install --scope project.',
  ]);
});

test('the remedy for hooks that keep elsewhere names the scope, and cures it', () => {
  using root = testdir({ 'project/.keep': '' });
  const env = { CARRYOVER_HOME: join(root.path, 'kept') };
  const cwd = join(root.path, 'project');
  const args = ['install', '--client-version', CLIENT, '--scope', 'local'];
  runBuiltCli(root.path, args, { cwd, env });
  const [first] = doctor(root.path).findings;
  expect(first).toMatchObject({ id: 'other-home' });
  expect(first?.remedy).toContain('carryover install --scope local');
  follow(root.path, first?.remedy ?? '');
  expect(doctor(root.path)).toMatchObject({ ok: true, ran: 4 });
});

test('the remedy for two different commands names the scope of each, and cures it', () => {
  using root = setUp('local', (text) => text.replace(/PreCompact"(?=,)/, 'PreCompact "'));
  install(root.path);
  const [first] = doctor(root.path).findings;
  expect(first).toMatchObject({ id: 'registered-twice' });
  const commands = first?.remedy.match(/carryover install(?: --scope \w+)?/g) ?? [];
  expect(commands).toEqual(['carryover install', 'carryover install --scope local']);
  for (const command of commands) follow(root.path, command);
  expect(doctor(root.path)).toMatchObject({ ok: true, ran: 4 });
});

test('a remedy for the entries of an administrator is not of those that a person runs', () => {
  using root = setUp('user', (text) => text.replace('"timeout": 320', '"timeout": 3'));
  const file = join(root.path, FILES.user);
  writeFileSync(join(root.path, 'managed.json'), readFileSync(file));
  rmSync(file);
  mkdirSync(join(root.path, '.claude'), { recursive: true });
  expect(doctor(root.path).findings).toMatchObject([
    { id: 'timeout-too-short', remedy: expect.stringMatching(/^Ask whoever manages/) },
  ]);
});
