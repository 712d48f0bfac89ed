import { execFileSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClientCommand, Scratch } from '@carryover/testing';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Ways to have carryover, each with the arguments that the client then needs. */
export const installs = {
  settings(client: ClientCommand, scratch: Scratch): string[] {
    installCarryover(client, scratch);
    return [];
  },
  'plugin folder'(_client: ClientCommand, scratch: Scratch): string[] {
    return ['--plugin-dir', copyPlugin(scratch)];
  },
  marketplace(client: ClientCommand, scratch: Scratch): string[] {
    const run = (...args: string[]) =>
      execFileSync(client.file, [...client.args, 'plugin', ...args], {
        cwd: scratch.project,
        env: environment(scratch),
        stdio: 'pipe',
      });
    run('marketplace', 'add', copyPlugin(scratch));
    run('install', 'carryover@carryover');
    return [];
  },
  'settings and plugin'(client: ClientCommand, scratch: Scratch): string[] {
    installCarryover(client, scratch);
    return ['--plugin-dir', copyPlugin(scratch)];
  },
};

export type Install = keyof typeof installs;

/** As a person would: with the built program, which finds `claude` on the PATH. */
export function installCarryover(client: ClientCommand, scratch: Scratch): void {
  const command = [client.file, ...client.args].map((part) => `'${part}'`).join(' ');
  writeFileSync(join(scratch.temporary, 'claude'), `#!/bin/sh\nexec ${command} "$@"\n`, {
    mode: 0o755,
  });
  execFileSync(process.execPath, [join(repository, 'packages/cli/dist/cli.js'), 'install'], {
    cwd: scratch.project,
    env: environment(scratch),
    stdio: 'pipe',
  });
}

/** Away from the repository, and where a shell would trip: what it needs must stand in it. */
function copyPlugin({ temporary }: Scratch): string {
  const folder = join(temporary, "of mine, that's it", 'plugin');
  cpSync(join(repository, 'packages/cli/plugin'), folder, { recursive: true });
  return folder;
}

function environment({ home, temporary }: Scratch): Record<string, string> {
  return { HOME: home, PATH: `${temporary}:${dirname(process.execPath)}:/usr/bin:/bin` };
}
