import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testdir } from '@carryover/testing';
import { describe, expect, test } from 'vitest';
import { runBuiltCli } from '../commands/run-built-cli.ts';
import { CLIENT, doctor, editSettings, found, handlerOf, HOME, installed } from './run-doctor.ts';

const PLUGIN = fileURLToPath(new URL('../../plugin', import.meta.url));
/** The plugin starts its hooks by the name of node. */
const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };

/** The plugin, switched on in the settings of the person. */
const ENABLED = '{"enabledPlugins":{"carryover@m":true}}';

type List = (folder: string) => object;
/** The client's list of plugins, as versions of it are written. */
const LISTS: [string, List][] = [
  ['1', (path) => ({ plugins: { 'carryover@m': { installPath: path } } })],
  ['2', (path) => ({ version: 2, plugins: { 'carryover@m': [{ installPath: path }] } })],
];
const newestList: List = (path) => ({ plugins: { 'carryover@m': [{ installPath: path }] } });

/** Puts the built plugin where the client keeps those that are installed; its folder. */
function addPlugin(home: string, list = newestList): string {
  const folder = join(home, '.claude/plugins/cache/m/carryover/0.1.0');
  cpSync(PLUGIN, folder, { recursive: true });
  const file = join(home, '.claude/plugins/installed_plugins.json');
  writeFileSync(file, JSON.stringify(list(folder)));
  return folder;
}

test('all is well with the plugin alone', () => {
  using root = testdir({ 'project/.keep': '' });
  addPlugin(root.path);
  mkdirSync(join(root.path, '.claude'), { recursive: true });
  const settings = { enabledPlugins: { 'carryover@m': true } };
  writeFileSync(join(root.path, '.claude/settings.json'), JSON.stringify(settings));
  expect(doctor(root.path, { env })).toMatchObject({ ok: true, findings: [], ran: 4 });
});

test('an older client loses the file of the plugin that is there for newer ones, and nothing else', () => {
  using root = testdir({ '.claude/settings.json': ENABLED, 'project/.keep': '' });
  const file = join(addPlugin(root.path), 'hooks/hooks.json');
  const args = ['--client-version', '2.0.77'];
  expect(doctor(root.path, { env, args })).toMatchObject({ ok: true, findings: [] });
  writeFileSync(file, readFileSync(file, 'utf8').replace('"PreCompact": [', '"PostCompact": ['));
  expect(doctor(root.path, { env, args }).findings).toContainEqual(
    expect.objectContaining({
      id: 'newer-event',
      says: expect.stringMatching(/hooks\.json: hooks\.PostCompact/),
    }),
  );
});

/** A folder that is the plugin's marketplace, and the copy that the client made of it. */
function addFromFolder(home: string): { copy: string; source: string } {
  const source = join(home, 'source');
  cpSync(PLUGIN, source, { recursive: true });
  const copy = addPlugin(home);
  const known = { m: { source: { source: 'directory', path: source }, installLocation: source } };
  writeFileSync(join(home, '.claude/plugins/known_marketplaces.json'), JSON.stringify(known));
  return { copy, source };
}

describe('a plugin of a folder that is its marketplace', () => {
  const OLD = ['--client-version', '2.0.77'];

  test('runs in place, whatever its copy is', () => {
    using root = testdir({ '.claude/settings.json': ENABLED, 'project/.keep': '' });
    const { copy } = addFromFolder(root.path);
    rmSync(join(copy, 'dist'), { recursive: true });
    expect(doctor(root.path, { env })).toMatchObject({ ok: true, findings: [], ran: 4 });
    expect(found(doctor(root.path, { env, args: OLD }))).toMatchObject({
      'program-missing': expect.stringContaining(`Cannot find module '${copy}/dist/hook.cjs'`),
    });
  });

  test('does not run where its program is missing there', () => {
    using root = testdir({ '.claude/settings.json': ENABLED, 'project/.keep': '' });
    const { source } = addFromFolder(root.path);
    rmSync(join(source, 'dist'), { recursive: true });
    const result = doctor(root.path, { env });
    expect(found(result)).toMatchObject({
      'program-missing': expect.stringContaining(`Cannot find module '${source}/dist/hook.cjs'`),
    });
    expect(result.findings.find(({ id }) => id === 'program-missing')?.remedy).toContain(
      'npm install -g carryover',
    );
    expect(doctor(root.path, { env, args: OLD })).toMatchObject({ ok: true });
  });

  test.each([CLIENT, '2.0.77'])('is none for %s once that folder has gone', (version) => {
    using root = testdir({ '.claude/settings.json': ENABLED, 'project/.keep': '' });
    rmSync(addFromFolder(root.path).source, { recursive: true });
    const args = ['--client-version', version];
    expect(found(doctor(root.path, { env, args }))).toEqual({
      'not-registered': expect.stringMatching(/UserPromptSubmit/),
    });
  });
});

test('the program of the plugin is not that of this command', () => {
  using root = testdir({
    '.claude/settings.json': '{"enabledPlugins":{"carryover@m":true}}',
    'project/.keep': '',
  });
  writeFileSync(join(addPlugin(root.path), 'dist/carryover-facts.cjs'), '');
  expect(doctor(root.path, { env }).findings).toContainEqual({
    id: 'other-version',
    says: expect.stringMatching(/: carryover-facts\.cjs in .*0\.1\.0\/dist/),
    remedy: expect.stringMatching(/^Update the plugin/),
  });
});

test.each(LISTS)(
  'R32 d: the plugin is installed beside the settings (list of version %s)',
  (_, list) => {
    using root = installed(testdir());
    addPlugin(root.path, list);
    editSettings(root.path, (settings) => (settings.enabledPlugins = { 'carryover@m': true }));
    expect(found(doctor(root.path, { env }))).toEqual({
      'registered-twice': expect.stringMatching(
        /PostCompact: registered more than once, in .*hooks\.json, .*post-compact\.json, .*settings\.json/,
      ),
    });
    editSettings(root.path, (settings) => (settings.enabledPlugins = { 'carryover@m': false }));
    expect(doctor(root.path, { env })).toMatchObject({ ok: true, ran: 4 });
  },
);

const install = (home: string, ...args: string[]): string =>
  runBuiltCli(home, ['install', '--client-version', CLIENT, ...args], {
    cwd: join(home, 'project'),
  }).stdout;
const uninstall = (home: string): string =>
  runBuiltCli(home, ['uninstall'], { cwd: join(home, 'project') }).stdout;
const settingsOf = (home: string, folder = '.'): string =>
  readFileSync(join(home, folder, '.claude/settings.json'), 'utf8');

test('beside the plugin install registers the mid-turn warning alone, and all is well', () => {
  using root = testdir({
    '.claude/settings.json': ENABLED,
    'project/.keep': '',
  });
  addPlugin(root.path);
  mkdirSync(join(root.path, HOME), { mode: 0o700 });
  writeFileSync(join(root.path, HOME, 'config.json'), '{"warnMidTurn":true}');
  const { findings } = doctor(root.path, { env });
  expect(findings).toMatchObject([
    {
      id: 'not-registered',
      says: 'Not registered: PostToolUse.',
      remedy: expect.stringMatching(/^Run carryover install/),
    },
  ]);
  expect(install(root.path)).toMatch(
    /^Registered PostToolUse in \S+\nThe plugin brings UserPromptSubmit, PreCompact, SessionStart, PostCompact: left to it\.\n/,
  );
  expect(doctor(root.path, { env })).toMatchObject({ ok: true, findings: [], ran: 5 });
});

test('install with the plugin beside the settings takes out of these what the plugin brings', () => {
  using root = installed(testdir());
  addPlugin(root.path);
  editSettings(root.path, (settings) => (settings.enabledPlugins = { 'carryover@m': true }));
  const { findings } = doctor(root.path, { env });
  expect(findings).toMatchObject([
    { id: 'registered-twice', remedy: expect.stringMatching(/^Run carryover install/) },
  ]);
  expect(install(root.path)).toMatch(/^Registered nothing in /);
  expect(JSON.parse(settingsOf(root.path))).toEqual(JSON.parse(ENABLED));
  expect(doctor(root.path, { env })).toMatchObject({ ok: true, findings: [], ran: 4 });
  // Later the plugin goes: nobody has replaced entries of ours.
  writeFileSync(join(root.path, '.claude/settings.json'), '{}');
  expect(found(doctor(root.path, { env }))).toEqual({
    'not-registered': expect.stringMatching(/UserPromptSubmit/),
  });
});

test('a plugin that is enabled in one project leaves the hooks of the person where they are', () => {
  using root = testdir({ 'project/.claude/settings.json': ENABLED });
  addPlugin(root.path);
  expect(install(root.path)).toMatch(/^Registered UserPromptSubmit, PreCompact/);
  expect(install(root.path, '--scope', 'project')).toMatch(/^Registered nothing in /);
  expect(settingsOf(root.path, 'project')).toBe(ENABLED);
  expect(doctor(root.path, { env })).toMatchObject({
    ok: true,
    notes: expect.arrayContaining([
      expect.stringMatching(/^UserPromptSubmit, PreCompact, .*: the plugin .* stands back/),
    ]),
  });
  expect(uninstall(root.path)).toMatch(
    /^Took .*\n.*\nThe plugin still brings UserPromptSubmit, .*: claude plugin uninstall carryover\.$/m,
  );
});

test('the plugin does the work of a hook of the settings whose program has gone', () => {
  using root = installed(testdir());
  addPlugin(root.path);
  editSettings(root.path, (settings) => {
    settings.enabledPlugins = { 'carryover@m': true };
    const handler = handlerOf(settings, 'PreCompact');
    handler.command = handler.command.replaceAll(process.execPath, '/nowhere/node');
  });
  const result = doctor(root.path, { env });
  expect(found(result)).toEqual({
    'registered-twice': expect.stringMatching(/PreCompact/),
    'program-missing': expect.stringMatching(/\(PreCompact\): \/nowhere\/node not found\.$/),
  });
  const { remedy } = result.findings.find(({ id }) => id === 'program-missing') ?? {};
  expect(remedy).toMatch(/^Run carryover install/);
});

test('the plugin stands back for a hook of the settings that fails', () => {
  using root = installed(testdir());
  addPlugin(root.path);
  editSettings(root.path, (settings) => {
    settings.enabledPlugins = { 'carryover@m': true };
    const handler = handlerOf(settings, 'PreCompact');
    handler.command = `echo broken >&2; exit 1; ${handler.command}`;
  });
  expect(found(doctor(root.path, { env }))).toMatchObject({
    'hook-fails': expect.stringMatching(
      /\(PreCompact\): exit code 1: broken; the plugin's hook stands back for it/,
    ),
  });
});
