import { accessSync, constants, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runLogFile } from '@carryover/hooks-runtime';
import { quote } from '../settings/hook-entries.ts';
import type { Finding } from './finding.ts';
import type { DoctorScene } from './scene.ts';

/** Bytes: a backup of a long session and its state. */
const ENOUGH = 100_000_000;

/** Whether what is kept can be written, by this person alone, and whether there is room. */
export function checkFolder({ hooksHome: home }: DoctorScene): Finding[] {
  const parts = ['', 'state', 'backups', 'sessions', 'log'].map((name) => join(home, name));
  const all = [...parts, runLogFile(home)];
  const problem = all.map((path) => writeProblem(path)).find((found) => found !== undefined);
  if (problem !== undefined)
    return [
      {
        id: 'folder-unwritable',
        says: `Nothing can be kept: ${problem}.`,
        remedy: 'Make it a folder that you may write to, or set CARRYOVER_HOME to one.',
      },
    ];
  const open = all.filter((path) => isOpen(path));
  const free = freeBytes(existing(home));
  return [
    ...(free < ENOUGH
      ? [
          {
            id: 'disk-full',
            says: `Only ${Math.round(free / 1e6)} MB are free on the disk of ${home}.`,
            remedy: 'Make room: carryover prune deletes old backups.',
          },
        ]
      : []),
    ...(open.length > 0
      ? [
          {
            id: 'folder-readable-by-others',
            says: `Others on this machine may read what is kept: ${open.join(', ')}.`,
            remedy: `chmod -R go= ${quote(home)}`,
          },
        ]
      : []),
  ];
}

function writeProblem(path: string): string | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    const kind = path.endsWith('.jsonl') ? 'file' : 'folder';
    if (stats && stats.isDirectory() !== (kind === 'folder')) return `${path} is not a ${kind}`;
    accessSync(existing(path), constants.W_OK);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The path itself, or the nearest folder above it that is there. */
function existing(path: string): string {
  return statSync(path, { throwIfNoEntry: false }) || dirname(path) === path
    ? path
    : existing(dirname(path));
}

/** Windows has no such bits. */
function isOpen(path: string): boolean {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  return process.platform !== 'win32' && (mode & 0o077) !== 0;
}

function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}
