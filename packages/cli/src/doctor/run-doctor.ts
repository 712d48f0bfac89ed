import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runBuiltCli, type CliOptions } from '../commands/run-built-cli.ts';
import type { Finding } from './finding.ts';

/** Test support: `carryover doctor` in a home of its own. */
export type Doctor = {
  ok: boolean;
  findings: Finding[];
  ran: number;
  notes: string[];
  status: number | null;
};

export const CLIENT = '2.1.332';
/** carryover's folder in that home. */
export const HOME = '.claude/carryover';

/** Installs carryover in that home, with a folder `project` to work in. */
export function installed<Root extends { path: string }>(root: Root): Root {
  mkdirSync(join(root.path, 'project'), { recursive: true });
  runBuiltCli(root.path, ['install', '--client-version', CLIENT]);
  return root;
}

export function doctor(
  home: string,
  { args = ['--client-version', CLIENT], ...options }: CliOptions & { args?: string[] } = {},
): Doctor {
  const managed = ['--managed-settings', join(home, 'managed.json')];
  const { stdout, status, stderr } = runBuiltCli(home, ['doctor', '--json', ...managed, ...args], {
    cwd: join(home, 'project'),
    ...options,
  });
  expect(stderr).toBe('');
  return { ...JSON.parse(stdout), status };
}

/** What is said, by the name of the cause: one finding of each, and a remedy with it. */
export function found(result: Doctor): Record<string, string> {
  expect(result).toMatchObject({ ok: false, status: 1 });
  expect(result.findings.filter(({ remedy }) => remedy === '')).toEqual([]);
  const says = Object.fromEntries(result.findings.map(({ id, says: text }) => [id, text]));
  expect(Object.keys(says)).toHaveLength(result.findings.length);
  return says;
}

export function editSettings(home: string, edit: (settings: Settings) => void): void {
  const file = join(home, '.claude/settings.json');
  const settings: Settings = JSON.parse(readFileSync(file, 'utf8'));
  edit(settings);
  writeFileSync(file, JSON.stringify(settings));
}

type Settings = {
  disableAllHooks?: boolean;
  enabledPlugins?: Record<string, boolean>;
  hooks: Record<
    string,
    { hooks: { type: string; command: string; timeout: number; shell?: string }[] }[]
  >;
};

export function handlerOf(settings: Settings, event: string) {
  const handler = settings.hooks[event]?.[0]?.hooks[0];
  if (!handler) throw new Error(`no handler of ${event}`);
  return handler;
}
