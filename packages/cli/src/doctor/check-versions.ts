import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { installedFiles } from '../hook-bundle.ts';
import { HOOK_FILE } from '../settings/hook-entries.ts';
import type { Finding } from './finding.ts';
import type { DoctorScene } from './scene.ts';

/** The client's version, and whether the programs that hooks start are those of this command. */
export function checkVersions({ version, home, named }: DoctorScene): Finding[] {
  const bin = join(home, 'bin');
  const isCopy = named.some(({ handler }) => JSON.stringify(handler).includes(HOOK_FILE));
  const plugins = new Set(named.flatMap(({ plugin }) => (plugin ? [plugin.root] : [])));
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
    ...(isCopy ? otherVersion(bin, ({ name }) => name, 'Run carryover install.') : []),
    ...[...plugins].flatMap((root) =>
      otherVersion(
        join(root, 'dist'),
        ({ path }) => basename(path),
        'Update the plugin, or this command: claude plugin update carryover@carryover, npm install -g carryover.',
      ),
    ),
  ];
}

type ProgramFile = ReturnType<typeof installedFiles>[number];

/** The files of a program in that folder that differ from this command's, by the names they have there. */
function otherVersion(
  folder: string,
  nameOf: (file: ProgramFile) => string,
  remedy: string,
): Finding[] {
  const old = installedFiles().filter((file) => !isSame(join(folder, nameOf(file)), file.path));
  if (old.length === 0) return [];
  const names = old.map((file) => nameOf(file)).join(', ');
  return [
    {
      id: 'other-version',
      says: `The installed program is not the one of this carryover: ${names} in ${folder}.`,
      remedy,
    },
  ];
}

function isSame(one: string, other: string): boolean {
  return existsSync(one) && readFileSync(one).equals(readFileSync(other));
}
