import { statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { readForeignText } from './read-foreign-text.ts';

export type GitFolder = {
  /** Holds `HEAD` and the index of this working tree. */
  own: string;
  /** Shared by all working trees of the repository. */
  common: string;
};

/** The repository that a folder belongs to, found without starting git. */
export function findGitFolder(start: string): GitFolder | undefined {
  for (let folder = resolve(start); ; folder = dirname(folder)) {
    const found = gitFolderIn(folder);
    if (found || dirname(folder) === folder) return found;
  }
}

/** The commit that `HEAD` names, `undefined` before the first commit or where it cannot be read. */
export function readHead(git: GitFolder): string | undefined {
  const head = readForeignText(join(git.own, 'HEAD'))?.trim();
  const ref = head && /^ref: (.+)$/.exec(head)?.[1];
  if (!ref) return head;
  const loose = readForeignText(join(git.own, ref)) ?? readForeignText(join(git.common, ref));
  if (loose) return loose.trim();
  const packed = readForeignText(join(git.common, 'packed-refs'))?.split('\n') ?? [];
  return packed.find((line) => line.endsWith(` ${ref}`))?.split(' ')[0];
}

function gitFolderIn(folder: string): GitFolder | undefined {
  const git = join(folder, '.git');
  const stats = statSync(git, { throwIfNoEntry: false });
  if (!stats) return undefined;
  if (stats.isDirectory()) return { own: git, common: git };
  // A linked worktree: `.git` is a file that names its own folder, which names the common one.
  const pointer = /^gitdir: (.+)$/m.exec(readForeignText(git) ?? '')?.[1]?.trim();
  if (!pointer) return undefined;
  const own = absolute(pointer, folder);
  const common = readForeignText(join(own, 'commondir'))?.trim();
  return { own, common: common ? absolute(common, own) : own };
}

function absolute(path: string, base: string): string {
  return isAbsolute(path) ? path : resolve(base, path);
}
