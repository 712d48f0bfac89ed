import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { hookEntry, REGISTRATIONS } from './settings/hook-entries.ts';

const PLUGIN = fileURLToPath(new URL('../plugin', import.meta.url));

type Entry = { hooks: { command: string; timeout: number }[] };

const json = (file: string) => JSON.parse(readFileSync(join(PLUGIN, file), 'utf8'));
const registered = (file: string) => {
  const { hooks }: { hooks: Record<string, Entry[]> } = json(file);
  return Object.entries(hooks).map(([event, entries]) => ({ event, hooks: entries[0]?.hooks }));
};
const hook = (event: string, timeout: number) => ({
  event,
  hooks: [
    {
      type: 'command',
      command: `node "\${CLAUDE_PLUGIN_ROOT}/dist/hook.cjs" ${event} plugin`,
      timeout,
    },
  ],
});

test('registers what install registers, what some clients lack in a file of its own', () => {
  const [all, some] = [
    REGISTRATIONS.filter(({ since }) => !since),
    REGISTRATIONS.filter(({ since }) => since),
  ];
  expect(registered('hooks/hooks.json')).toEqual(
    all.map(({ event, timeout }) => hook(event, timeout)),
  );
  expect(json('.claude-plugin/plugin.json').hooks).toBe('./hooks/post-compact.json');
  expect(registered('hooks/post-compact.json')).toEqual(
    some.map(({ event, timeout }) => hook(event, timeout)),
  );
});

test('has the version of the package', () => {
  expect(json('.claude-plugin/plugin.json').version).toBe(json('../package.json').version);
});

/** Settings as `install` writes them, for a program that stands in the root, or nowhere. */
const settings = (event: string, folder = '.') => {
  const program = { node: process.execPath, file: `${folder}/carryover-hook.cjs` };
  return JSON.stringify({ hooks: { [event]: [hookEntry({ event, timeout: 9 }, program)] } });
};

test.each([
  ['runs where there are no settings', {}, 'skipped', 'the transcript does not exist'],
  [
    'stands back where the settings have the same hook',
    { '.claude/settings.json': `\u{feff}${settings('PreCompact')}` },
    'skipped',
    'the settings have this hook too: it runs from there',
  ],
  [
    "stands back where the project's settings have it",
    { 'work/.claude/settings.local.json': settings('PreCompact') },
    'skipped',
    'the settings have this hook too: it runs from there',
  ],
  [
    "runs where the settings' program has gone",
    { '.claude/settings.json': settings('PreCompact', '/nowhere') },
    'skipped',
    'the transcript does not exist',
  ],
  [
    'runs where the settings have another event only',
    { '.claude/settings.json': settings('SessionStart') },
    'skipped',
    'the transcript does not exist',
  ],
  [
    'runs where a comment keeps the client from taking the settings',
    { '.claude/settings.json': `// mine\n${settings('PreCompact')}` },
    'skipped',
    'the transcript does not exist',
  ],
])('the hook of a copied plugin %s', (_, files, outcome, reason) => {
  using root = testdir({ ...files, 'carryover-hook.cjs': '' });
  const plugin = join(root.path, "a b'c");
  cpSync(PLUGIN, plugin, { recursive: true });
  const payload = { session_id: 's1', hook_event_name: 'PreCompact', transcript_path: '/none' };
  const command = hook('PreCompact', 0).hooks[0]?.command ?? '';
  const run = spawnSync('sh', ['-c', command], {
    cwd: root.path,
    input: JSON.stringify(payload),
    env: {
      HOME: root.path,
      PATH: process.env['PATH'],
      CLAUDE_PLUGIN_ROOT: plugin,
      CLAUDE_PROJECT_DIR: join(root.path, 'work'),
    },
    encoding: 'utf8',
  });
  expect(run).toMatchObject({ status: 0, stdout: '', stderr: '' });
  const log = readFileSync(join(root.path, '.claude/carryover/log/runs.jsonl'), 'utf8');
  expect(JSON.parse(log)).toMatchObject({ outcome, reason });
});
