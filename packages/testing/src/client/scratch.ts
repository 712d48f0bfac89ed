import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type Scratch = { home: string; project: string; temporary: string };

/** Never a real one: the client talks only to the fake API. */
const API_KEY = 'sk-ant-made-up-for-the-fake-api';

/** A home in which the client asks no first-run question, and a git project with these files. */
export function createScratch(
  root: string,
  options: {
    version: string;
    projectName: string;
    files: Record<string, string>;
    settings: object;
  },
): Scratch {
  const scratch = {
    home: join(root, 'home'),
    project: join(root, options.projectName),
    temporary: join(root, 'tmp'),
  };
  mkdirSync(scratch.temporary, { recursive: true });
  writeFiles(scratch.project, options.files);
  writeFiles(scratch.home, {
    '.claude/settings.json': `${JSON.stringify(options.settings, null, 2)}\n`,
    '.gitconfig': '[user]\n\tname = Dev\n\temail = dev@example.com\n',
    '.claude.json': JSON.stringify(answeredDialogs(options.version, scratch.project)),
  });
  commitAll(scratch);
  return scratch;
}

function writeFiles(folder: string, files: Record<string, string>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, contents] of Object.entries(files)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, contents);
  }
}

function answeredDialogs(version: string, project: string): object {
  return {
    hasCompletedOnboarding: true,
    lastOnboardingVersion: version,
    theme: 'dark',
    autoUpdates: false,
    customApiKeyResponses: { approved: [API_KEY.slice(-20)], rejected: [] },
    projects: {
      [project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true },
    },
  };
}

function commitAll({ home, project }: Scratch): void {
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: project,
      env: { PATH: process.env['PATH'], HOME: home, GIT_CONFIG_NOSYSTEM: '1' },
      stdio: 'pipe',
    });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--allow-empty', '--message=Start');
}

/** The client's whole environment: nothing of the caller's but the folders of programs. */
export function clientEnvironment(scratch: Scratch, apiUrl: string): Record<string, string> {
  return {
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    HOME: scratch.home,
    TMPDIR: scratch.temporary,
    USER: 'dev',
    SHELL: '/bin/bash',
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    ANTHROPIC_API_KEY: API_KEY,
    ANTHROPIC_BASE_URL: apiUrl,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_ERROR_REPORTING: '1',
    DISABLE_TELEMETRY: '1',
  };
}
