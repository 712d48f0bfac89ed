import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errorCode } from './unknown.ts';

const NEWLINE = 0x0a;

/** Nobody needs longer for one line. */
const SETTLED_MS = 1_000;

/** How many rotated files stay beside the one that is written. */
const KEEP_ROTATED = 2;

/**
 * Appends one line to a `.jsonl` file, which is made with its folders where it is missing. Processes
 * that append at the same time each write whole lines (one `write` in append mode). Throws what the
 * file system says.
 */
export function appendLine(file: string, line: string, rotateAtBytes: number): void {
  const descriptor = openForAppending(file);
  try {
    const { size, mtimeMs } = fstatSync(descriptor);
    // A full disk may have cut the line before ours; it must not take ours with it.
    const start = isCut(descriptor, size, mtimeMs) ? '\n' : '';
    const bytes = Buffer.from(`${start}${line}\n`);
    let written = 0;
    while (written < bytes.length) written += writeSync(descriptor, bytes, written);
    if (size + bytes.length > rotateAtBytes) rotate(file, rotateAtBytes);
  } finally {
    closeSync(descriptor);
  }
}

function openForAppending(file: string): number {
  try {
    return openSync(file, 'a+', 0o600);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    makeFolder(dirname(file));
    return openSync(file, 'a+', 0o600);
  }
}

/** True where the last line has no end and nobody is about to write it, byte by visible byte. */
function isCut(descriptor: number, size: number, mtimeMs: number): boolean {
  if (size === 0 || Date.now() - mtimeMs < SETTLED_MS) return false;
  return lastByte(descriptor, size) !== NEWLINE;
}

function lastByte(descriptor: number, size: number): number | undefined {
  const buffer = Buffer.alloc(1);
  readSync(descriptor, buffer, 0, 1, size - 1);
  return buffer[0];
}

/**
 * Moves a full file aside under a name of its own, since two processes that rotate at once must not
 * replace each other's file, and removes the oldest. Our line is written, so no failure matters here.
 */
function rotate(file: string, atBytes: number): void {
  try {
    // Another process may have done it meanwhile.
    if (statSync(file).size <= atBytes) return;
    const stem = basename(file, '.jsonl');
    const folder = dirname(file);
    const number = String(++rotations).padStart(6, '0');
    renameSync(file, join(folder, `${stem}.${Date.now()}-${process.pid}-${number}.jsonl`));
    const rotated = readdirSync(folder).filter((name) => name.startsWith(`${stem}.`));
    const old = rotated.filter((name) => name !== basename(file)).toSorted();
    for (const name of old.slice(0, -KEEP_ROTATED)) rmSync(join(folder, name), { force: true });
  } catch {
    // Another process was faster.
  }
}

let rotations = 0;

/** `mkdirSync({ recursive: true })` of Node 20 never returns below `/proc`, so one level at a time. */
export function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}
