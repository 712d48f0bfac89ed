import {
  closeSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '../unknown.ts';
import { makePrivateFolder } from './private-folder.ts';
import { temporaryName } from './write-atomic.ts';

/** No work under a lock takes longer, in ms: whoever holds it still has hung or is another process. */
const MAX_HELD_MS = 10 * 60_000;
/** Nobody needs longer to write a number, in ms: who made the lock was killed, or the disk is full. */
const MAX_NAMELESS_MS = 5_000;
const WAIT_MS = 1_000;
const STEP_MS = 25;

/**
 * Does the work while no other process does work under this lock. One that a dead process left is
 * taken over; for a live one we wait `waitMs`, then give up: `undefined`.
 */
export function withLock<Value>(
  file: string,
  root: string,
  work: () => Value,
  waitMs = WAIT_MS,
): Value | undefined {
  makePrivateFolder(dirname(file), root);
  const deadline = Date.now() + waitMs;
  while (!tryLock(file)) {
    if (isAbandoned(file)) remove(file);
    else if (Date.now() >= deadline) return undefined;
    else pause(STEP_MS);
  }
  try {
    return work();
  } finally {
    rmSync(file, { force: true });
  }
}

function tryLock(file: string): boolean {
  try {
    const handle = openSync(file, 'wx', 0o600);
    writeSync(handle, String(process.pid));
    closeSync(handle);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

function isAbandoned(file: string): boolean {
  try {
    const age = Date.now() - statSync(file).mtimeMs;
    if (age > MAX_HELD_MS) return true;
    const pid = Number(readFileSync(file, 'utf8'));
    // Just made, and its owner's number is not written yet.
    if (!Number.isInteger(pid) || pid <= 0) return age > MAX_NAMELESS_MS;
    return !isAlive(pid);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** True for processes of other people, too. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}

/** By another name first: of two that take over at once, one must not remove the lock of the other. */
function remove(file: string): void {
  const aside = temporaryName(file);
  try {
    renameSync(file, aside);
    rmSync(aside, { force: true });
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
