import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, sep } from 'node:path';

/** As many links in a row as Linux follows. */
const MAX_LINKS = 40;

/**
 * The file that the system would open or make under that name, by one path however it is named: links
 * are followed, also to what is still to be made. A link that leads nowhere for good stays as it is.
 */
export function fileBehind(named: string, links = MAX_LINKS): string {
  try {
    if (statSync(named, { throwIfNoEntry: false })) return realpathSync(named);
    const folder = dirname(named);
    if (folder === named) return named;
    const path = join(fileBehind(folder, links), basename(named));
    if (links === 0 || !lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return path;
    const target = readlinkSync(path);
    // Not made shorter: the folder before a `..` may be a link.
    return fileBehind(isAbsolute(target) ? target : dirname(path) + sep + target, links - 1);
  } catch {
    // No right to look, or a ring of links: whoever opens it is told.
    return named;
  }
}
