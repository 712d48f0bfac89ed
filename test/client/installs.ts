import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  'marketplace and settings'(client: ClientCommand, scratch: Scratch): string[] {
    installs.marketplace(client, scratch);
    installCarryover(client, scratch);
    return [];
  },
  'user and project'(client: ClientCommand, scratch: Scratch): string[] {
    for (const scope of ['user', 'project']) installCarryover(client, scratch, ['--scope', scope]);
    return [];
  },
  'user and project, in other words'(client: ClientCommand, scratch: Scratch): string[] {
    installs['user and project'](client, scratch);
    const file = join(scratch.project, '.claude/settings.json');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replaceAll(/(\w)"(?=,\n\s*"timeout")/g, '$1 "'));
    return [];
  },
  'settings, the program gone'(client: ClientCommand, scratch: Scratch): string[] {
    installCarryover(client, scratch);
    rmSync(join(scratch.home, '.claude/carryover/bin'), { recursive: true });
    return [];
  },
  'settings and plugin'(client: ClientCommand, scratch: Scratch): string[] {
    installCarryover(client, scratch);
    return ['--plugin-dir', copyPlugin(scratch)];
  },
};

export type Install = keyof typeof installs;

/** As a person would: with the built program, which finds `claude` on the PATH. */
export function installCarryover(
  client: ClientCommand,
  scratch: Scratch,
  args: string[] = [],
): void {
  const command = [client.file, ...client.args].map((part) => `'${part}'`).join(' ');
  writeFileSync(join(scratch.temporary, 'claude'), `#!/bin/sh\nexec ${command} "$@"\n`, {
    mode: 0o755,
  });
  const cli = join(repository, 'packages/cli/dist/cli.js');
  execFileSync(process.execPath, [cli, 'install', ...args], {
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
