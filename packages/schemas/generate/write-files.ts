import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const packageFolder = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Where the generators write: the package, or the folder they are given, for a comparison. */
const target = resolve(process.argv[2] ?? packageFolder);

/** Writes formatted files into a folder of the package, in place of all that is there unless told otherwise. */
export function writeFiles(
  folder: string,
  files: Record<string, string>,
  { replace = true } = {},
): void {
  const path = join(target, folder);
  if (replace) rmSync(path, { recursive: true, force: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  const config = join(packageFolder, '../../.oxfmtrc.json');
  const paths = Object.keys(files).map((name) => join(path, name));
  execFileSync('oxfmt', ['-c', config, ...paths], { cwd: target, stdio: 'pipe' });
}
