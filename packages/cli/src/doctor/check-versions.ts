import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { ConfiguredHook } from '@carryover/hooks-runtime/host';
import { installedFiles } from '../hook-bundle.ts';
import { HOOK_FILE } from '../settings/hook-entries.ts';
import { registeredProgram } from '../settings/missing-program.ts';
import type { Finding } from './finding.ts';
import { renew } from './renew.ts';
import type { DoctorScene } from './scene.ts';

/** The client's version, and whether the programs that hooks start are those of this command. */
export function checkVersions(scene: DoctorScene): Finding[] {
  const { version, home, named } = scene;
  const copies = named.filter(({ handler }) => JSON.stringify(handler).includes(HOOK_FILE));
  const binOf = ({ handler }: ConfiguredHook): string =>
    dirname(registeredProgram(handler)?.file ?? join(home, 'bin', HOOK_FILE));
  const bins = [...new Set(copies.map(binOf))];
  const renewIn = (bin: string): string =>
    renew(
      copies.filter((hook) => binOf(hook) === bin).map(({ file }) => file),
      scene,
    );
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
    ...bins.flatMap((bin) => otherVersion(bin, ({ name }) => name, `${renewIn(bin)}.`)),
    ...otherHomeOfAll(scene),
    ...bins.flatMap((bin) => otherHome(scene, dirname(bin), renewIn(bin))),
    ...[...plugins].flatMap((root) =>
      otherVersion(
        join(root, 'dist'),
        ({ path }) => basename(path),
        'Update the plugin, or this command: claude plugin update carryover@carryover, npm install -g carryover.',
      ),
    ),
  ];
}

/** The client's settings may give `CARRYOVER_HOME` to hooks, and not to this command. */
function otherHomeOfAll({ home, hooksHome, named, whence }: DoctorScene): Finding[] {
  if (named.length === 0 || isSamePlace(hooksHome, home)) return [];
  return [
    {
      id: 'other-home',
      says: `The registered hooks keep what they keep in ${hooksHome} (${whence('CARRYOVER_HOME')}), and this command looks in ${home}.`,
      remedy: `Set CARRYOVER_HOME to ${hooksHome} in your shell too, or take it out of these settings.`,
    },
  ];
}

/** An installed copy keeps what it keeps beside itself, unless `CARRYOVER_HOME` says otherwise. */
function otherHome({ home, env }: DoctorScene, other: string, command: string): Finding[] {
  if (env['CARRYOVER_HOME'] || isSamePlace(other, home)) return [];
  return [
    {
      id: 'other-home',
      says: `The registered hooks keep what they keep in ${other}, and this command looks in ${home}.`,
      remedy: `${command}: it registers a program that keeps in ${home}. Or set CARRYOVER_HOME to ${other} in your shell.`,
    },
  ];
}

function isSamePlace(one: string, other: string): boolean {
  return (
    one === other ||
    (existsSync(one) && existsSync(other) && realpathSync(one) === realpathSync(other))
  );
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
  const inTheWay = old.map((file) => join(folder, nameOf(file))).filter(isFolder);
  const names = old.map((file) => nameOf(file)).join(', ');
  return [
    {
      id: 'other-version',
      says: `The installed program is not the one of this carryover: ${names} in ${folder}.`,
      remedy:
        inTheWay.length > 0
          ? `Move ${inTheWay.join(', ')} away: it is a folder. Then ${uncapitalised(remedy)}`
          : remedy,
    },
  ];
}

function uncapitalised(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function isSame(one: string, other: string): boolean {
  return existsSync(one) && !isFolder(one) && readFileSync(one).equals(readFileSync(other));
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
