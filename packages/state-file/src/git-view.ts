import type { Fact } from './fact.ts';

export type GitView = {
  branch: string;
  /** Paths as git prints them, from the root of the repository. */
  staged: string[];
  changed: string[];
  untracked: string[];
};

const TIMEOUT_MS = 2_000;
const SHOWN = 20;

/**
 * What git says of a folder; `undefined` where it does not answer in time. Takes no lock that the
 * person's own git could run into, and starts no program that the repository's settings name.
 */
export function readGitView(folder: string): Promise<GitView | undefined> {
  const args = ['-C', folder, '--no-optional-locks', '-c', 'core.fsmonitor=false'];
  const status = ['status', '--porcelain=v2', '--branch', '-z', '--ignore-submodules=all'];
  // Loaded here: only a snapshot asks git.
  const { execFile } = process.getBuiltinModule('node:child_process');
  return new Promise((resolve) => {
    const options = { timeout: TIMEOUT_MS, maxBuffer: 4 * 1024 * 1024, windowsHide: true };
    execFile('git', [...args, ...status], options, (error, stdout) =>
      resolve(error ? undefined : parseStatus(stdout)),
    );
  });
}

export function gitFacts({ branch, staged, changed, untracked }: GitView): Fact[] {
  const counts = `${changed.length} changed, ${staged.length} staged, ${untracked.length} untracked`;
  const isClean = staged.length + changed.length + untracked.length === 0;
  return [
    { text: `Git: branch ${branch}, ${isClean ? 'clean' : counts}` },
    ...named('Git staged', staged),
    ...named('Git changed', changed),
    ...named('Git untracked', untracked),
  ];
}

function named(label: string, paths: string[]): Fact[] {
  if (paths.length === 0) return [];
  const more = paths.length > SHOWN ? `, and ${paths.length - SHOWN} more` : '';
  return [{ text: `${label}: ${paths.slice(0, SHOWN).join(', ')}${more}` }];
}

/** https://git-scm.com/docs/git-status#_porcelain_format_version_2, with `-z`. */
function parseStatus(output: string): GitView {
  const view: GitView = { branch: 'unknown', staged: [], changed: [], untracked: [] };
  const lines = output.split('\0');
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (line.startsWith('# branch.head ')) view.branch = line.slice(14);
    else if (line.startsWith('? ')) view.untracked.push(line.slice(2));
    else if (/^[12u] /.test(line)) {
      const fields = { '1': 8, '2': 9, u: 10 }[line[0] ?? ''] ?? 8;
      const path = line.split(' ').slice(fields).join(' ');
      if (line[2] !== '.') view.staged.push(path);
      if (line[3] !== '.') view.changed.push(path);
      // A rename is followed by its old path.
      if (line.startsWith('2 ')) index += 1;
    }
  }
  return view;
}
