import { realpathSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { findGitFolder } from '../git-folder.ts';
import { sha256 } from '../sha256.ts';

/**
 * The name under which a project's files are kept: `<slug>-<hash>`. All folders, linked worktrees
 * and spellings of one repository are one project; two folders of the same name are two.
 */
export function projectId(folder: string): string {
  const start = realPath(resolve(folder));
  const git = findGitFolder(start);
  const root = git ? realPath(git.common) : start;
  const named = basename(root) === '.git' ? dirname(root) : root;
  const slug = basename(named)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40);
  const mark = sha256(root.normalize('NFC')).slice(0, 12);
  return `${slug || 'project'}-${mark}`;
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // Removed while the session ran: its name is all there is.
    return path;
  }
}
