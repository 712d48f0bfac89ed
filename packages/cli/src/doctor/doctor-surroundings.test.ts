import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { describe, expect, test } from 'vitest';
import { canMount, mounted, READ_ONLY, smallDisk } from '../mounted-folder.ts';
import { BARE } from '../commands/run-built-cli.ts';
import { doctor, found, HOME, installed } from './run-doctor.ts';

const isThere = (...command: string[]): boolean =>
  spawnSync(command[0] ?? '', command.slice(1)).status === 0;

test.each(['.bashrc', '.profile'])('R32 f: %s prints text', (name) => {
  using root = installed(testdir({ [name]: 'echo hello\n' }));
  expect(found(doctor(root.path))).toEqual({
    'shell-profile-noise': expect.stringMatching(/"hello\\n"/),
  });
});

// Only zsh reads these files.
const zsh = spawnSync('sh', ['-c', 'command -v zsh'], { encoding: 'utf8' }).stdout.trim();

test.runIf(zsh !== '').each(['.zshrc', '.zprofile', '.zshenv'])('R32 f: %s prints text', (name) => {
  using root = installed(testdir({ [name]: 'echo hello\n' }));
  expect(found(doctor(root.path, { env: { SHELL: zsh } }))).toEqual({
    'shell-profile-noise': expect.stringMatching(/"hello\\n".*zsh/),
  });
  expect(doctor(root.path, { env: { SHELL: '/bin/bash' } })).toMatchObject({ ok: true });
});

test('R32 f: the file that BASH_ENV names prints text', () => {
  using root = installed(testdir({ noise: 'echo hello\n' }));
  // Without a level bash takes a socket as stdin for a remote shell, and reads .bashrc instead.
  const env = { BASH_ENV: join(root.path, 'noise'), SHLVL: '1' };
  expect(found(doctor(root.path, { env }))).toEqual({
    'shell-profile-noise': expect.stringMatching(/bash -c/),
  });
});

test('R32 g: a file stands where the folder should be', () => {
  using root = installed(testdir());
  writeFileSync(join(root.path, HOME, 'state'), '');
  expect(found(doctor(root.path))).toEqual({
    'folder-unwritable': expect.stringMatching(/state is not a folder/),
  });
});

// No permission stops the administrator, unless started without that power.
const within = process.getuid?.() === 0 ? BARE : [];

test.runIf(within.length === 0 || isThere(...BARE, 'true')).each(['', 'state', 'sessions'])(
  'R32 g: the folder %j may not be written',
  (name) => {
    using root = installed(testdir());
    const folder = join(root.path, HOME, name);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o500);
    const result = doctor(root.path, { within });
    chmodSync(folder, 0o700);
    expect(found(result)).toEqual({
      'folder-unwritable': expect.stringMatching(/EACCES/),
    });
    expect(doctor(root.path)).toMatchObject({ ok: true });
  },
);

describe.runIf(canMount())('R29, R32 g', () => {
  test('the disk is full', () => {
    using root = installed(testdir());
    const full = `cp -a "$folder" "$folder.copy"; ${smallDisk('3m')}; cp -a "$folder.copy/." "$folder"`;
    expect(found(doctor(root.path, { within: mounted(full, join(root.path, HOME)) }))).toEqual({
      'disk-full': expect.stringMatching(/Only \d MB are free on the disk of .*carryover/),
    });
  });

  test('the disk is read-only', () => {
    using root = installed(testdir());
    expect(found(doctor(root.path, { within: mounted(READ_ONLY, join(root.path, HOME)) }))).toEqual(
      { 'folder-unwritable': expect.stringMatching(/EROFS/) },
    );
  });
});

test('the folder is open to others', () => {
  using root = installed(testdir());
  chmodSync(join(root.path, HOME), 0o755);
  expect(found(doctor(root.path))).toEqual({
    'folder-readable-by-others': expect.stringMatching(/carryover/),
  });
});

test('the command that closes the folder can be run where its name has an apostrophe', () => {
  using root = testdir({ "it's mine/project/.keep": '' });
  const home = join(root.path, "it's mine");
  installed({ path: home });
  chmodSync(join(home, HOME), 0o755);
  const remedy = doctor(home).findings.find(({ id }) => id === 'folder-readable-by-others')?.remedy;
  expect(spawnSync('sh', ['-c', remedy ?? 'false']).status).toBe(0);
  expect(doctor(home)).toMatchObject({ ok: true });
});

test('the folder for temporary files is missing', () => {
  using root = installed(testdir());
  const env = { TMPDIR: join(root.path, 'gone') };
  const result = doctor(root.path, { env });
  expect(found(result)).toEqual({
    'no-temporary-folder': expect.stringMatching(/ENOENT.*gone/),
  });
  expect(result.findings[0]?.remedy).toContain(`mkdir -p '${env.TMPDIR}'`);
  mkdirSync(env.TMPDIR);
  expect(doctor(root.path, { env })).toMatchObject({ ok: true, ran: 4 });
});

test('a folder stands where a program should be', () => {
  using root = installed(testdir());
  const program = join(root.path, HOME, 'bin/carryover-facts.cjs');
  rmSync(program);
  mkdirSync(program, { mode: 0o700 });
  const { findings } = doctor(root.path);
  expect(findings.find(({ id }) => id === 'other-version')).toEqual({
    id: 'other-version',
    says: expect.stringMatching(/: carryover-facts\.cjs in /),
    remedy: `Move ${program} away: it is a folder. Then run carryover install.`,
  });
  rmSync(program, { recursive: true });
  installed(root);
  expect(doctor(root.path)).toMatchObject({ ok: true });
});
