import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Test support: the built command in a home of its own. */
export type CliRun = { status: number | null; stdout: string; stderr: string };

export type CliOptions = {
  env?: Record<string, string>;
  cwd?: string;
  /** A program that starts it, such as `setpriv …`. */
  within?: string[];
};

export const BUILT_CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

export function runBuiltCli(
  home: string,
  args: string[],
  { env = {}, cwd = home, within = [] }: CliOptions = {},
): CliRun {
  if (!existsSync(BUILT_CLI)) throw new Error('Build first: pnpm --filter carryover build');
  const [file = '', ...rest] = [...within, process.execPath, BUILT_CLI, ...args];
  const child = spawnSync(file, rest, {
    cwd,
    env: { HOME: home, PATH: '/usr/bin:/bin', ...env },
    encoding: 'utf8',
  });
  return { status: child.status, stdout: child.stdout, stderr: child.stderr };
}

/** Starts a program without root's power to read and write everything. */
export const BARE = ['setpriv', '--bounding-set=-dac_override,-dac_read_search'];
export const canBeBare = spawnSync(BARE[0] ?? '', [...BARE.slice(1), 'true']).status === 0;
