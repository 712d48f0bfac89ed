import { lstatSync, mkdirSync, type Stats } from 'node:fs';
import { dirname, sep } from 'node:path';
import { StateFileError } from '../state-file-error.ts';
import { errorCode } from '../unknown.ts';

/**
 * Creates the folder and its missing parents, 0700. Below `root` no component may be a link or
 * belong to somebody else: a planted folder would let another user read a person's conversation.
 * `root` itself may be reached by links, as a moved configuration folder often is.
 */
export function makePrivateFolder(folder: string, root: string): void {
  const isBelow = folder.startsWith(root + sep);
  // Also where the folder is there already: it may be reached through a link that somebody planted.
  if (isBelow) makePrivateFolder(dirname(folder), root);
  const stats = statsOf(folder);
  if (stats) return isBelow || folder === root ? checkFolder(folder, stats, root) : undefined;
  const parent = dirname(folder);
  if (parent === folder) throw new StateFileError('no_folder', `no such volume: ${folder}`);
  // One level at a time: the recursive `mkdirSync` of Node 20 never returns below `/proc`.
  if (!isBelow) makePrivateFolder(parent, root);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

function statsOf(folder: string): Stats | undefined {
  try {
    return lstatSync(folder, { throwIfNoEntry: false });
  } catch (error) {
    // A parent is a plain file; it is named when its turn comes.
    if (errorCode(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

function checkFolder(folder: string, stats: Stats, root: string): void {
  if (stats.isSymbolicLink() && folder !== root) {
    throw new StateFileError(
      'unsafe_folder',
      `${folder} is a link; remove it, or move what it points to`,
    );
  }
  if (!stats.isSymbolicLink() && !stats.isDirectory()) {
    throw new StateFileError('unsafe_folder', `${folder} is not a folder; move it out of the way`);
  }
  const user = process.getuid?.();
  if (user !== undefined && user !== 0 && stats.uid !== user) {
    throw new StateFileError(
      'unsafe_folder',
      `${folder} belongs to another user; set CARRYOVER_HOME elsewhere`,
    );
  }
}
