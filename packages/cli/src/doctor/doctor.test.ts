import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
  chmodSync,
} from 'node:fs';
import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { runBuiltCli } from '../commands/run-built-cli.ts';
import { CLIENT, doctor, editSettings, found, handlerOf, HOME, installed } from './run-doctor.ts';

test('R32 h: all in order', () => {
  using root = installed(testdir());
  const temporary = join(root.path, 'temporary');
  mkdirSync(temporary);
  const result = doctor(root.path, { env: { TMPDIR: temporary } });
  expect(result).toMatchObject({ ok: true, findings: [], ran: 4, status: 0 });
  expect(readdirSync(temporary)).toEqual([]);
  expect(readdirSync(join(root.path, HOME)).toSorted()).toEqual(['bin', 'install.json']);
  const text = runBuiltCli(root.path, ['doctor', '--client-version', CLIENT], {
    cwd: join(root.path, 'project'),
  });
  expect(text.stdout).toMatch(
    /^All is well\. Ran 4 registered hooks as Claude Code does, on a sample\./,
  );
});

test('also in a home with spaces, quotes and other letters', () => {
  using root = testdir({ "it's $my höme/project/.keep": '' });
  const home = join(root.path, "it's $my höme");
  runBuiltCli(home, ['install', '--client-version', CLIENT]);
  expect(doctor(home)).toMatchObject({ ok: true, ran: 4 });
});

test('R32 a: hooks are disabled in the settings', () => {
  using root = installed(testdir());
  editSettings(root.path, (settings) => (settings.disableAllHooks = true));
  expect(found(doctor(root.path))).toEqual({
    'hooks-disabled': expect.stringMatching(/settings\.json has "disableAllHooks"/),
  });
});

test.each([
  ['managed.json', { allowManagedHooksOnly: true }],
  ['managed-settings.d/10.json', { allowManagedHooksOnly: true }],
  ['managed.json', { strictPluginOnlyCustomization: true }],
  ['managed.json', { strictPluginOnlyCustomization: ['hooks'] }],
])('R32 b: an administrator keeps out hooks of ours, in %s by %j', (file, policy) => {
  using root = installed(testdir({ [file]: JSON.stringify(policy) }));
  expect(found(doctor(root.path))).toEqual({
    'managed-hooks-only': expect.stringContaining(
      `${file} has "${Object.keys(policy)[0]}", so Claude Code runs none of your own hooks.`,
    ),
  });
});

test('R32 b: an administrator disables hooks in a file beside his settings', () => {
  using root = installed(testdir({ 'managed-settings.d/10.json': '{"disableAllHooks":true}' }));
  expect(found(doctor(root.path))).toEqual({
    'hooks-disabled': expect.stringMatching(/10\.json has "disableAllHooks"/),
  });
});

test('R32 c: the registered program is gone', () => {
  using root = installed(testdir());
  rmSync(join(root.path, HOME, 'bin/carryover-hook.cjs'));
  expect(found(doctor(root.path))).toEqual({
    'program-missing': expect.stringMatching(
      /UserPromptSubmit, PreCompact, SessionStart, PostCompact\): \S+carryover-hook\.cjs not found/,
    ),
    'other-version': expect.stringMatching(/carryover-hook\.cjs/),
  });
});

test('R32 c: the recorded node is gone', () => {
  using root = installed(testdir());
  editSettings(root.path, (settings) => {
    const handler = handlerOf(settings, 'PreCompact');
    handler.command = handler.command.replaceAll(process.execPath, '/nowhere/node');
  });
  expect(found(doctor(root.path))).toEqual({
    'program-missing': expect.stringMatching(/\(PreCompact\): \/nowhere\/node not found/),
  });
});

test('R32 d: an entry stands in the settings of the project too', () => {
  using root = installed(testdir());
  mkdirSync(join(root.path, 'project/.claude'));
  const text = readFileSync(join(root.path, '.claude/settings.json'), 'utf8');
  const file = join(root.path, 'project/.claude/settings.json');
  writeFileSync(file, text);
  // Claude Code runs the same command once.
  expect(doctor(root.path)).toMatchObject({ ok: true, findings: [], ran: 4 });
  writeFileSync(file, text.replace(/PreCompact"(?=,)/, 'PreCompact "'));
  expect(found(doctor(root.path))).toEqual({
    'registered-twice': expect.stringMatching(/^PreCompact: .*by different commands/),
  });
});

test('R32 e: a transcript is a day newer than the last run of a hook', () => {
  using root = installed(testdir({ '.claude/projects/-p/s1.jsonl': '{}\n' }));
  const transcript = join(root.path, '.claude/projects/-p/s1.jsonl');
  utimesSync(join(root.path, HOME, 'install.json'), 1e9, 1e9);
  const ran = (session: string, hoursAgo: number): void => {
    const time = new Date(Date.now() - hoursAgo * 3_600_000).toISOString();
    const run = { time, event: 'PreCompact', session, ms: 9, outcome: 'ok', reason: '', bytes: 0 };
    mkdirSync(join(root.path, HOME, 'log'), { recursive: true, mode: 0o700 });
    writeFileSync(join(root.path, HOME, 'log/runs.jsonl'), `${JSON.stringify(run)}\n`, {
      mode: 0o600,
    });
  };
  ran('s1', 25);
  expect(found(doctor(root.path))).toEqual({
    'hooks-do-not-run': expect.stringMatching(/s1\.jsonl.*the last hook ran at/),
  });
  // A long turn runs no hook.
  ran('s1', 3);
  expect(doctor(root.path).findings).toEqual([]);
  ran('another', 3);
  expect(found(doctor(root.path))).toEqual({
    'hooks-do-not-run': expect.stringMatching(/s1\.jsonl/),
  });
  // Written before carryover was there.
  rmSync(join(root.path, HOME, 'log'), { recursive: true });
  utimesSync(transcript, 1e9, 1e9);
  expect(doctor(root.path).findings).toEqual([]);
});

test('R32 e: hooks that did not run before they were installed anew may still run', () => {
  using root = installed(testdir({ '.claude/projects/-p/s1.jsonl': '{}\n' }));
  const time = new Date(Date.now() - 25 * 3_600_000).toISOString();
  const run = { time, event: 'PreCompact', session: 's0', ms: 9, outcome: 'ok', reason: '' };
  mkdirSync(join(root.path, HOME, 'log'), { mode: 0o700 });
  writeFileSync(join(root.path, HOME, 'log/runs.jsonl'), `${JSON.stringify(run)}\n`, {
    mode: 0o600,
  });
  const installedAt = (minutesAgo: number): void => {
    const at = Date.now() / 1000 - minutesAgo * 60;
    utimesSync(join(root.path, HOME, 'install.json'), at, at);
  };
  installedAt(60);
  expect(found(doctor(root.path))).toEqual({
    'hooks-do-not-run': expect.stringMatching(/s1\.jsonl.*the last hook ran at/),
  });
  installedAt(0);
  expect(doctor(root.path).findings).toEqual([]);
});

test('an answer with text in front of it', () => {
  using root = installed(testdir());
  editSettings(root.path, (settings) => {
    const handler = handlerOf(settings, 'UserPromptSubmit');
    handler.command = `echo hello; ${handler.command}`;
  });
  expect(found(doctor(root.path))).toEqual({
    'hook-fails': expect.stringMatching(/not one JSON document.*"hello/),
  });
});

test('a timeout in milliseconds, and one that is too short', () => {
  using root = installed(testdir());
  editSettings(root.path, (settings) => {
    handlerOf(settings, 'PreCompact').timeout = 320_000;
    handlerOf(settings, 'SessionStart').timeout = 1;
  });
  const { findings } = doctor(root.path);
  expect(findings).toMatchObject([
    { id: 'timeout-in-milliseconds', says: expect.stringMatching(/PreCompact.*in seconds/) },
    { id: 'timeout-too-short', says: expect.stringMatching(/^SessionStart/) },
  ]);
});

test('R25: settings that the client does not take', () => {
  using root = installed(testdir());
  editSettings(root.path, (settings) => Object.assign(settings.hooks, { Stop: 'x' }));
  expect(found(doctor(root.path))).toEqual({
    'settings-malformed': expect.stringMatching(/"hooks.Stop" is not a list/),
  });
});

test.each([
  ['a comment', (text: string) => `// mine\n${text}`, /line 1 is not plain JSON/],
  ['a comma too many', (text: string) => text.replace(/\}\s*$/, ',}'), /takes nothing of a file/],
  [
    'no end',
    (text: string) => text.slice(0, -2),
    /line 1 is not valid JSON \(close brace expected\)/,
  ],
])('R23: settings with %s, of which the client takes nothing', (_, edit, says) => {
  using root = installed(testdir());
  const file = join(root.path, '.claude/settings.json');
  writeFileSync(file, edit(JSON.stringify(JSON.parse(readFileSync(file, 'utf8')))));
  expect(found(doctor(root.path))).toEqual({ 'settings-malformed': expect.stringMatching(says) });
});

test.each([
  ['permissions.allow', { permissions: { allow: 'Bash' } }, 'a list'],
  ['model', { model: 5 }, 'a text'],
  ['cleanupPeriodDays', { cleanupPeriodDays: 'x' }, 'a whole number'],
  ['sandbox', { sandbox: null }, 'an object'],
  ['disableAllHooks', { disableAllHooks: 'true' }, 'true or false'],
])('R25: settings of which the client takes nothing for its %s', (key, extra, kind) => {
  using root = installed(testdir());
  editSettings(root.path, (settings) => Object.assign(settings, extra));
  expect(found(doctor(root.path))).toEqual({
    'settings-malformed': expect.stringContaining(`settings.json: "${key}" must be ${kind};`),
  });
});

test('other settings may hold what they like', () => {
  using root = installed(testdir());
  const extra = { model: '', permissions: { allow: [5] }, env: { A: 5 }, effortLevel: 5, mine: [] };
  editSettings(root.path, (settings) => Object.assign(settings, extra));
  expect(doctor(root.path)).toMatchObject({ ok: true, ran: 4 });
});

test.runIf(process.platform !== 'win32').each(['.claude', 'project/.claude'])(
  'no writer of a pipe in %s is waited for',
  (folder) => {
    using root = testdir({ 'project/.keep': '' });
    mkdirSync(join(root.path, folder));
    execFileSync('mkfifo', [join(root.path, folder, 'settings.json')]);
    expect(found(doctor(root.path, { within: ['timeout', '20'] }))).toMatchObject({
      'settings-malformed': expect.stringMatching(/settings\.json: it is no file, but a pipe/),
    });
  },
);

test('hooks of ours that the client does not wait for', () => {
  using root = installed(testdir());
  editSettings(root.path, (settings) => {
    Object.assign(handlerOf(settings, 'PreCompact'), { async: true });
  });
  expect(Object.values(found(doctor(root.path))).join('\n')).toMatch(
    /\(PreCompact\): it is async, so Claude Code does not wait/,
  );
});

test.each(['', ' \n', '\uFEFF'])('settings of the project that are blank (%j) are none', (text) => {
  using root = installed(testdir({ 'project/.claude/settings.json': text }));
  expect(doctor(root.path)).toMatchObject({ ok: true, findings: [], ran: 4 });
});

test('a folder stands where the settings should be', () => {
  using root = testdir({ '.claude/settings.json/x': '', 'project/.keep': '' });
  expect(found(doctor(root.path))).toEqual({
    'settings-malformed': expect.stringMatching(/settings\.json: it cannot be read \(EISDIR\)/),
  });
});

test('settings in another encoding, which install does not edit', () => {
  using root = testdir({ 'project/.keep': '' });
  mkdirSync(join(root.path, '.claude'));
  const file = join(root.path, '.claude/settings.json');
  writeFileSync(file, '{"language":"espa\u00f1ol"}', 'latin1');
  expect(found(doctor(root.path))).toEqual({
    'settings-malformed': `${file}: it is not UTF-8, so install cannot edit it.`,
  });
  writeFileSync(file, readFileSync(file, 'latin1'));
  installed(root);
  expect(doctor(root.path)).toMatchObject({ ok: true, ran: 4 });
});

test('in the home folder the settings of the user are not those of a project too', () => {
  using root = installed(testdir());
  expect(doctor(root.path, { cwd: root.path })).toMatchObject({ ok: true, ran: 4 });
});

test('an event that this client does not know', () => {
  using root = installed(testdir());
  const { findings } = doctor(root.path, { args: ['--client-version', '2.0.77'] });
  expect(findings).toMatchObject([
    { id: 'newer-event', says: expect.stringMatching(/PostCompact/) },
  ]);
});

test('R22: the entries have vanished since they were installed', () => {
  using root = installed(testdir());
  writeFileSync(join(root.path, '.claude/settings.json'), '{}');
  expect(found(doctor(root.path))).toEqual({
    'entries-gone': expect.stringMatching(/another program has replaced them/),
  });
});

test('nothing is installed', () => {
  using root = testdir({ 'project/.keep': '' });
  expect(found(doctor(root.path))).toEqual({
    'not-registered': expect.stringMatching(/UserPromptSubmit, PreCompact/),
  });
});

test('the version of the client is unknown, and an older program is installed', () => {
  using root = installed(testdir());
  writeFileSync(join(root.path, HOME, 'bin/carryover-facts.cjs'), '', { mode: 0o600 });
  const { findings } = doctor(root.path, { args: [] });
  const ids = findings.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(['client-unknown', 'other-version']));
});

test('hooks that failed last time are explained', () => {
  using root = installed(testdir());
  const failing = join(root.path, HOME, 'log/failing');
  mkdirSync(failing, { recursive: true, mode: 0o700 });
  const line = { time: new Date().toISOString(), reason: 'ENOSPC: no space left' };
  writeFileSync(join(failing, 'PreCompact.jsonl'), `${JSON.stringify(line)}\n`.repeat(3));
  chmodSync(join(root.path, HOME, 'log'), 0o700);
  expect(found(doctor(root.path))).toEqual({
    failing: expect.stringMatching(/PreCompact failed 3 times in a row.*ENOSPC/),
  });
});

test('a model that could not be asked last time is no fault of the installation', () => {
  using root = installed(testdir());
  const failing = join(root.path, HOME, 'log/failing');
  mkdirSync(failing, { recursive: true, mode: 0o700 });
  const reason = 'Error no narrative: unavailable: 401 at /h/bin/carryover-enrich.cjs:1:1';
  const line = { time: new Date().toISOString(), reason };
  writeFileSync(join(failing, 'job_enrich.jsonl'), `${JSON.stringify(line)}\n`);
  chmodSync(join(root.path, HOME, 'log'), 0o700);
  expect(doctor(root.path).findings).toEqual([
    {
      id: 'failing',
      says: expect.stringMatching(/^job_enrich failed once .*: 401/),
      remedy: expect.stringMatching(/^Set the writer right .*install --writer none\.$/),
    },
  ]);
});

test('hooks that keep in another folder than this command looks in', () => {
  using root = testdir({ 'project/.keep': '' });
  const env = { CARRYOVER_HOME: join(root.path, 'kept') };
  runBuiltCli(root.path, ['install', '--client-version', CLIENT], { env });
  expect(doctor(root.path, { env })).toMatchObject({ ok: true, ran: 4 });
  expect(found(doctor(root.path))).toEqual({
    'other-home': expect.stringContaining(`in ${env.CARRYOVER_HOME}, and this command looks in`),
  });
  installed(root);
  expect(doctor(root.path)).toMatchObject({ ok: true, ran: 4 });
});

test('an event that not every client has is checked where it is registered and no version is known', () => {
  using root = installed(testdir());
  editSettings(root.path, (settings) => {
    handlerOf(settings, 'PostCompact').timeout = 1;
  });
  expect(found(doctor(root.path, { args: [] }))).toMatchObject({
    'timeout-too-short': expect.stringMatching(/^PostCompact:/),
  });
});

test('a named program that is no client is refused', () => {
  using root = installed(testdir());
  const run = runBuiltCli(root.path, ['doctor', '--claude', '/nowhere/claude']);
  expect(run).toMatchObject({ status: 1, stdout: '' });
  expect(run.stderr).toMatch(/^--claude \/nowhere\/claude: no program that tells a version/);
});

test('the configuration is wrong, or switches carryover off', () => {
  using root = installed(
    testdir({ 'project/.claude/carryover.json': '{"enabled":false,"colour":1}' }),
  );
  expect(found(doctor(root.path))).toEqual({
    'switched-off': expect.stringMatching(/carryover\.json/),
    'config-wrong': expect.stringMatching(/unknown key "colour"/),
  });
});

test('R20: who would pay', () => {
  using root = installed(testdir());
  expect(doctor(root.path).notes.join()).toMatch(/No model is asked/);
  const { notes } = doctor(root.path, { env: { CARRYOVER_WRITER: 'claude' } });
  expect(notes.join()).toMatch(/account that it is logged in as pays/);
});

test('an event that the configuration no longer asks for is told, and taken out by install', () => {
  using root = testdir({ [`${HOME}/config.json`]: '{"warnMidTurn":true}' });
  chmodSync(join(root.path, HOME), 0o700);
  installed(root);
  expect(doctor(root.path)).toMatchObject({ ok: true, ran: 5 });
  expect(doctor(root.path).notes.join()).not.toContain('PostToolUse');
  writeFileSync(join(root.path, HOME, 'config.json'), '{}');
  expect(doctor(root.path)).toMatchObject({
    ok: true,
    notes: expect.arrayContaining([
      expect.stringMatching(/^PostToolUse: registered in \S+settings\.json, but not asked for/),
    ]),
  });
  installed(root);
  expect(doctor(root.path).notes.join()).not.toContain('PostToolUse');
  expect(readFileSync(join(root.path, '.claude/settings.json'), 'utf8')).not.toContain(
    'PostToolUse',
  );
});
