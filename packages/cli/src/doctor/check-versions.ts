import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedFiles } from '../hook-bundle.ts';
import { HOOK_FILE } from '../settings/hook-entries.ts';
import type { Finding } from './finding.ts';
import type { DoctorScene } from './scene.ts';

/** The client's version, and whether the program that hooks start is the one of this command. */
export function checkVersions({ version, home, named }: DoctorScene): Finding[] {
  const bin = join(home, 'bin');
  const isCopy = named.some(({ handler }) => JSON.stringify(handler).includes(HOOK_FILE));
  const old = isCopy
    ? installedFiles().filter(({ name, path }) => !isSame(join(bin, name), path))
    : [];
  return [
    ...(version === undefined
      ? [
          {
            id: 'client-unknown',
            says: 'No claude program on the PATH tells its version, so nobody knows which events it has.',
            remedy: 'Name it: --claude <path>, or --client-version <version>.',
          },
        ]
      : []),
    ...(old.length > 0
      ? [
          {
            id: 'other-version',
            says: `The installed program is not the one of this carryover: ${old.map(({ name }) => name).join(', ')} in ${bin}.`,
            remedy: 'Run carryover install.',
          },
        ]
      : []),
  ];
}

function isSame(one: string, other: string): boolean {
  return existsSync(one) && readFileSync(one).equals(readFileSync(other));
}
