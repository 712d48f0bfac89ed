import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { loadHooks, type LoadHooksOptions } from './load-hooks.ts';

const settings = (command: string, more: object = {}) =>
  JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] }, ...more });

const scopes = (files: Record<string, string> = {}) =>
  testdir({
    'config/settings.json': settings('user'),
    'project/.claude/settings.json': settings('project'),
    'project/.claude/settings.local.json': settings('local'),
    'plugin/hooks/hooks.json': settings('plugin'),
    'plain/hooks.json': JSON.stringify({
      Stop: [{ hooks: [{ type: 'command', command: 'plain' }] }],
    }),
    'managed.json': settings('managed'),
    ...files,
  });

/** The commands that are loaded from everything below that folder, in order. */
function load(root: string, options: LoadHooksOptions = {}) {
  const { hooks, problems } = loadHooks({
    cwd: join(root, 'project'),
    configDir: join(root, 'config'),
    plugins: [{ root: join(root, 'plugin') }],
    managed: join(root, 'managed.json'),
    settings: JSON.parse(settings('flag')),
    files: [join(root, 'plain/hooks.json')],
    ...options,
  });
  const commands = hooks.map(({ handler }) =>
    'command' in handler ? handler.command : handler.type,
  );
  return { commands, problems: problems.map(({ where, problem }) => `${where} ${problem}`.trim()) };
}

test('P3 all scopes add up', () => {
  using root = scopes();
  const commands = ['user', 'project', 'local', 'flag', 'plugin', 'plain', 'managed'];
  expect(load(root.path)).toEqual({ commands, problems: [] });
});

test('P3 disableAllHooks of the strongest scope counts and leaves managed hooks', () => {
  using root = scopes({
    'project/.claude/settings.json': settings('project', { disableAllHooks: true }),
  });
  expect(load(root.path).commands).toEqual(['managed']);
  const local = settings('local', { disableAllHooks: false });
  using other = scopes({
    'project/.claude/settings.json': settings('project', { disableAllHooks: true }),
    'project/.claude/settings.local.json': local,
  });
  expect(load(other.path).commands).toContain('project');
});

test('P3 allowManagedHooksOnly leaves managed hooks', () => {
  using root = scopes({ 'managed.json': settings('managed', { allowManagedHooksOnly: true }) });
  expect(load(root.path).commands).toEqual(['managed']);
});

test('P3 the files of managed-settings.d count as the managed file does', () => {
  const alone = settings('second', { allowManagedHooksOnly: true });
  using root = scopes({
    'managed.json': settings('first'),
    'managed-settings.d/10.json': alone,
    'managed-settings.d/note.txt': settings('none'),
  });
  expect(load(root.path).commands).toEqual(['first', 'second']);
  using other = scopes({ 'managed-settings.d/10.json': '{"disableAllHooks":true}' });
  expect(load(other.path).commands).toEqual(['managed']);
});

test.each([true, ['skills', 'hooks']])(
  'P3 strictPluginOnlyCustomization %j leaves managed hooks and those of plugins',
  (strictPluginOnlyCustomization) => {
    using root = scopes({ 'managed.json': settings('managed', { strictPluginOnlyCustomization }) });
    expect(load(root.path).commands).toEqual(['plugin', 'managed']);
    using other = scopes({
      'managed.json': settings('managed', { strictPluginOnlyCustomization: ['skills'] }),
    });
    expect(load(other.path).commands).toContain('project');
  },
);

test('M11 an unknown event is reported and the rest loads', () => {
  using root = testdir({
    'config/settings.json': JSON.stringify({
      hooks: {
        BrandNew: [{ hooks: [{ type: 'command', command: 'a' }] }],
        Stop: [{ hooks: [{ type: 'command', command: 'b' }] }],
      },
    }),
  });
  const { hooks, problems } = loadHooks({ cwd: root.path, configDir: join(root.path, 'config') });
  expect(hooks).toMatchObject([{ event: 'Stop' }]);
  expect(problems).toMatchObject([{ where: 'hooks.BrandNew' }]);
});

test('what is malformed is reported and left out', () => {
  const hooks = {
    Stop: 'text',
    PreCompact: [
      null,
      { hooks: 'none' },
      { matcher: 7, hooks: [] },
      {
        hooks: [
          null,
          { type: 'command' },
          { type: 'command', command: 'a', timeout: '5' },
          { type: 'command', command: 'a', args: 'b' },
          { type: 'teapot' },
          { type: 'command', command: 'a', shell: 'fish' },
          { type: 'http', url: 'http://a', headers: { authorization: 7 } },
          { type: 'http', url: 'http://a', headers: null },
          { type: 'http', url: 'http://a', allowedEnvVars: 'HOME' },
          { type: 'prompt', prompt: 7 },
          { type: 'agent' },
          { type: 'mcp_tool', server: 's' },
          { type: 'command', command: 'good' },
        ],
      },
    ],
  };
  using root = scopes({
    'config/settings.json': JSON.stringify({ hooks }),
    'project/.claude/settings.json': '{ "hooks": ',
    'project/.claude/settings.local.json': '[]',
    'plugin/hooks/hooks.json': '{"Stop":[]}',
  });
  const { commands, problems } = load(root.path, { files: ['/dev/null/none.json'] });
  expect(commands).toEqual(['good', 'flag', 'managed']);
  expect(problems).toMatchInlineSnapshot(`
    [
      "not JSON",
      "is no object",
      "hooks is missing: events must stand below it",
      "hooks.Stop is no list",
      "hooks.PreCompact[0] has no list of hooks",
      "hooks.PreCompact[1] has no list of hooks",
      "hooks.PreCompact[2].matcher is no text",
      "hooks.PreCompact[3].hooks[0] is no object",
      "hooks.PreCompact[3].hooks[1] has no command",
      "hooks.PreCompact[3].hooks[2] has a timeout that is no positive number",
      "hooks.PreCompact[3].hooks[3] has args that are no list of texts",
      "hooks.PreCompact[3].hooks[4] has the unknown type "teapot"",
      "hooks.PreCompact[3].hooks[5] has a shell that is neither bash nor powershell",
      "hooks.PreCompact[3].hooks[6] has headers that are no texts by name",
      "hooks.PreCompact[3].hooks[7] has headers that are no texts by name",
      "hooks.PreCompact[3].hooks[8] has allowedEnvVars that are no list of texts",
      "hooks.PreCompact[3].hooks[9] has no prompt",
      "hooks.PreCompact[3].hooks[10] has no prompt",
      "hooks.PreCompact[3].hooks[11] has no server and tool",
    ]
  `);
});

test.each([
  ['a comment', '{ // mine\n "hooks": {} }'],
  ['a comma too many', '{ "hooks": {}, }'],
])('%s makes the whole file unreadable, as in the client', (_, text) => {
  using root = scopes({ 'config/settings.json': text });
  const { commands, problems } = load(root.path);
  expect(commands[0]).toBe('project');
  expect(problems).toEqual(['not JSON']);
});

test('a byte order mark is read over', () => {
  using root = scopes({ 'config/settings.json': `\u{feff}${settings('marked')}` });
  expect(load(root.path)).toMatchObject({ problems: [] });
  expect(load(root.path).commands[0]).toBe('marked');
});

test('in the home folder the settings of the user and of the project are one file, taken once', () => {
  using root = testdir({ '.claude/settings.json': settings('user') });
  const { hooks } = loadHooks({ cwd: root.path, configDir: join(root.path, '.claude') });
  expect(hooks).toMatchObject([{ scope: 'user' }]);
});

test.each([
  ['a file', './hooks/more.json'],
  ['several', ['./hooks/more.json', 'hooks/hooks.json']],
])('a plugin has also the hooks of %s that its manifest names', (_, hooks) => {
  using root = scopes({
    'plugin/.claude-plugin/plugin.json': JSON.stringify({ name: 'p', hooks }),
    'plugin/hooks/more.json': settings('more'),
  });
  expect(load(root.path).commands.slice(4, 6)).toEqual(['plugin', 'more']);
});

test('a plugin has also the hooks that stand in its manifest', () => {
  using root = scopes({ 'plugin/.claude-plugin/plugin.json': settings('within') });
  expect(load(root.path).commands.slice(4, 6)).toEqual(['plugin', 'within']);
});

test('files that only older guides know are read on request', () => {
  using root = scopes({
    'config/hooks.json': settings('old user'),
    'project/.claudehooks.json': settings('old project'),
  });
  expect(load(root.path).commands).not.toContain('old user');
  expect(load(root.path, { compat: true }).commands.slice(-3)).toEqual([
    'old user',
    'old project',
    'managed',
  ]);
});

test('leaves out hooks of servers that the settings do not allow', () => {
  const restricted = {
    allowedHttpHookUrls: ['https://good.example/*'],
    hooks: {
      Stop: ['https://good.example/a', 'https://bad.example/?https://good.example/'].map((url) => ({
        hooks: [{ type: 'http', url }],
      })),
    },
  };
  const { hooks, problems } = loadHooks({
    cwd: '/nowhere',
    configDir: '/nowhere',
    settings: restricted,
  });
  expect(hooks).toMatchObject([{ handler: { url: 'https://good.example/a' } }]);
  expect(problems).toMatchObject([{ problem: expect.stringContaining('allowedHttpHookUrls') }]);
});
