import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { isRecord } from '../is-record.ts';

/** A configuration has a few hundred bytes. A project's file is not ours: it may be anything. */
const MAX_BYTES = 64 * 1024;

export type ConfigFile =
  | { values: Record<string, unknown> }
  | { problem: string }
  /** There is none. */
  | { missing: true };

/** Reads one file. What it is not able to read is told; it never waits, as a pipe would make it. */
export function readConfigFile(file: string): ConfigFile {
  let handle: number;
  try {
    handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const code = codeOf(error);
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? { missing: true }
      : { problem: unreadable(code) };
  }
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile()) return { problem: 'is not a file' };
    if (stats.size > MAX_BYTES) return { problem: `has over ${MAX_BYTES} bytes` };
    return parse(readFileSync(handle, 'utf8'));
  } catch (error) {
    return { problem: unreadable(codeOf(error)) };
  } finally {
    closeSync(handle);
  }
}

function parse(text: string): ConfigFile {
  try {
    const values: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isRecord(values) ? { values } : { problem: 'is not a JSON object' };
  } catch {
    return { problem: 'is not JSON' };
  }
}

function unreadable(code: string): string {
  return `cannot be read (${code})`;
}

function codeOf(error: unknown): string {
  const code: unknown = isRecord(error) ? error['code'] : undefined;
  return typeof code === 'string' ? code : 'unknown error';
}
