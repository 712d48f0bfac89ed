import { chmodSync, cpSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { runBuiltCli } from '../commands/run-built-cli.ts';
import { CLIENT, doctor, editSettings, found, HOME, installed } from './run-doctor.ts';

function narrowed(home: string, event: string, matcher: string): void {
  editSettings(home, ({ hooks }) => Object.assign(hooks[event]?.[0] ?? {}, { matcher }));
}

const reinstall = (home: string) => runBuiltCli(home, ['install', '--client-version', CLIENT]);

test.each([
  ['SessionStart', 'Bash', 'startup, resume, clear, compact, fork'],
  ['SessionStart', 'startup', 'resume, clear, compact, fork'],
  ['SessionStart', '([', 'startup, resume, clear, compact, fork'],
  ['SessionStart', 'startup|resume|compact|fork', 'clear'],
  ['PreCompact', 'manual', 'auto'],
  ['PostCompact', 'auto', 'manual'],
])('%s with the matcher %j is not fired for %s', (event, matcher, missed) => {
  using root = installed(testdir());
  narrowed(root.path, event, matcher);
  const result = doctor(root.path);
  expect(found(result)).toEqual({
    'not-fired': expect.stringContaining(`${event} is not fired for ${missed}: in `),
  });
  expect(result.findings[0]?.says).toContain(`it has "matcher":${JSON.stringify(matcher)}.`);
  expect(result.findings[0]?.remedy).toMatch(/^Run carryover install: /);
  reinstall(root.path);
  expect(doctor(root.path)).toMatchObject({ ok: true, ran: 4 });
});

test.each([
  ['SessionStart', '*'],
  ['SessionStart', 'startup|resume|clear|compact|fork'],
  ['SessionStart', '.'],
  ['PreCompact', 'manual|auto'],
  ['UserPromptSubmit', 'whatever'],
])('all is well with %s for %j', (event, matcher) => {
  using root = installed(testdir());
  narrowed(root.path, event, matcher);
  expect(doctor(root.path)).toMatchObject({ ok: true, findings: [], ran: 4 });
});

test('two groups share what one event is fired for', () => {
  using root = installed(testdir());
  editSettings(root.path, ({ hooks }) => {
    const [group] = hooks['PreCompact'] ?? [];
    if (group) hooks['PreCompact'] = [{ ...group }, { ...group }];
    Object.assign(hooks['PreCompact']?.[0] ?? {}, { matcher: 'auto' });
    Object.assign(hooks['PreCompact']?.[1] ?? {}, { matcher: 'manual' });
  });
  expect(doctor(root.path)).toMatchObject({ ok: true, findings: [], ran: 4 });
});

test('the warning within a turn is meant for every tool', () => {
  using root = testdir({ [`${HOME}/config.json`]: '{"warnMidTurn":true}' });
  chmodSync(join(root.path, HOME), 0o700);
  installed(root);
  narrowed(root.path, 'PostToolUse', 'Read');
  expect(found(doctor(root.path))).toEqual({
    'not-fired': expect.stringContaining('PostToolUse is not fired for Edit, Bash: in '),
  });
});

test('the plugin does not do what a matcher keeps from the hook that it stands back for', () => {
  using root = installed(testdir({ 'project/.keep': '' }));
  const folder = join(root.path, '.claude/plugins/cache/m/carryover/0.1.0');
  cpSync(fileURLToPath(new URL('../../plugin', import.meta.url)), folder, { recursive: true });
  writeFileSync(
    join(root.path, '.claude/plugins/installed_plugins.json'),
    JSON.stringify({ plugins: { 'carryover@m': [{ installPath: folder }] } }),
  );
  narrowed(root.path, 'SessionStart', 'startup');
  editSettings(root.path, (settings) => (settings.enabledPlugins = { 'carryover@m': true }));
  const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };
  expect(found(doctor(root.path, { env }))).toMatchObject({
    'not-fired': expect.stringContaining('SessionStart is not fired for resume, clear'),
  });
});

test('a source that the client does not have is missed by no matcher', () => {
  using root = installed(testdir());
  narrowed(root.path, 'SessionStart', 'startup|resume|clear|compact');
  const args = ['--client-version', '2.1.212'];
  expect(doctor(root.path, { args })).toMatchObject({ ok: true });
  expect(found(doctor(root.path))).toMatchObject({
    'not-fired': expect.stringContaining('SessionStart is not fired for fork: in '),
  });
});
