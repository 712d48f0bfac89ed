import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Test support: the built command in a home of its own. */
export type CliRun = { status: number | null; stdout: string; stderr: string };

export const BUILT_CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

export function runBuiltCli(
  home: string,
  args: string[],
  { env = {}, cwd = home }: { env?: Record<string, string>; cwd?: string } = {},
): CliRun {
  if (!existsSync(BUILT_CLI)) throw new Error('Build first: pnpm --filter carryover build');
  const child = spawnSync(process.execPath, [BUILT_CLI, ...args], {
    cwd,
    env: { HOME: home, PATH: '/usr/bin:/bin', ...env },
    encoding: 'utf8',
  });
  return { status: child.status, stdout: child.stdout, stderr: child.stderr };
}
