import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';

/**
 * Test support: the start of a command line that runs a program with a folder mounted otherwise, for it
 * and its children alone. `mount` is a shell command that finds the folder in `$folder`.
 */
export function mounted(mount: string, folder: string): string[] {
  return ['unshare', '-rm', 'sh', '-c', `folder=$0; ${mount} || exit 99; exec "$@"`, folder];
}

/** A disk of that size, empty. */
export const smallDisk = (size: string): string =>
  `mount -t tmpfs -o size=${size},mode=700 none "$folder"`;

export const READ_ONLY = 'mount --bind "$folder" "$folder" && mount -o remount,bind,ro "$folder"';

/** Whether this system lets everybody have mounts of his own. */
export function canMount(): boolean {
  const [file = '', ...args] = mounted(smallDisk('1m'), tmpdir());
  return spawnSync(file, [...args, 'true']).status === 0;
}
