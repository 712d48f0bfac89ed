import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { describe, expect, test } from 'vitest';
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
const BARE = ['setpriv', '--bounding-set=-dac_override,-dac_read_search'];
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

/** A program that starts another with that folder mounted otherwise, for it alone. */
const mounted = (mount: string, folder: string): string[] => [
  'unshare',
  '-rm',
  'sh',
  '-c',
  `folder=$0; ${mount}; exec "$@"`,
  folder,
];

// Needs a system on which everybody may have mounts of his own.
describe.runIf(isThere(...mounted('mount -t tmpfs none "$folder"', tmpdir()), 'true'))(
  'R29, R32 g',
  () => {
    test('the disk is full', () => {
      using root = installed(testdir());
      const full =
        'cp -a "$folder" "$folder.copy"; mount -t tmpfs -o size=3m,mode=700 none "$folder"; cp -a "$folder.copy/." "$folder"';
      const home = join(root.path, HOME);
      expect(found(doctor(root.path, { within: mounted(full, home) }))).toEqual({
        'disk-full': expect.stringMatching(/Only \d MB are free on the disk of .*carryover/),
      });
    });

    test('the disk is read-only', () => {
      using root = installed(testdir());
      const readOnly = 'mount --bind "$folder" "$folder" && mount -o remount,bind,ro "$folder"';
      const home = join(root.path, HOME);
      expect(found(doctor(root.path, { within: mounted(readOnly, home) }))).toEqual({
        'folder-unwritable': expect.stringMatching(/EROFS/),
      });
    });
  },
);

test('the folder is open to others', () => {
  using root = installed(testdir());
  chmodSync(join(root.path, HOME), 0o755);
  expect(found(doctor(root.path))).toEqual({
    'folder-readable-by-others': expect.stringMatching(/carryover/),
  });
});
