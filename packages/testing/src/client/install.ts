import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type ClientCommand = { file: string; args: string[] };

const PACKAGE = '@anthropic-ai/claude-code';

/** Claude Code in that version, from the npm registry into `<cache>/<version>` when it is not there yet. */
export function installClient(version: string, cache: string): ClientCommand {
  const folder = join(cache, version);
  if (!existsSync(folder)) {
    // A cut install must not look like a whole one, so the folder gets its name last.
    const unfinished = `${folder}.${process.pid}`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { recursive: true });
    writeFileSync(join(unfinished, 'package.json'), '{ "private": true }\n');
    const options = ['--ignore-scripts', '--no-audit', '--no-fund'];
    execFileSync('npm', ['install', ...options, `${PACKAGE}@${version}`], {
      cwd: unfinished,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    renameSync(unfinished, folder);
  }
  const modules = join(folder, 'node_modules');
  // Newer versions are a native program in a package per platform, older ones a JavaScript file.
  const native = join(modules, `${PACKAGE}-${process.platform}-${process.arch}`, 'claude');
  if (existsSync(native)) return { file: native, args: [] };
  return { file: process.execPath, args: [join(modules, PACKAGE, 'cli.js')] };
}
