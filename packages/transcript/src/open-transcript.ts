import { closeSync, fstatSync, openSync, statSync } from 'node:fs';

export type ReadFailure = {
  ok: false;
  /** `missing`: no path or no such file. `not-a-file`: a folder, pipe or device. */
  reason: 'missing' | 'not-a-file' | 'unreadable';
  /** For people; names the path. */
  message: string;
};

/** An open file; `size` in bytes, at the moment of opening. */
export type OpenTranscript = { ok: true; fd: number; size: number; close: () => void };

/**
 * Opens a transcript for reading. A missing file is normal: hooks are handed an empty path, or that
 * of a file which is not written yet (anthropics/claude-code#13668).
 */
export function openTranscript(path: string): OpenTranscript | ReadFailure {
  if (typeof path !== 'string' || path === '') {
    return { ok: false, reason: 'missing', message: 'No transcript path was given.' };
  }
  let fd: number | undefined;
  try {
    // Checked before opening, because opening a pipe waits for its other end.
    if (!statSync(path).isFile()) {
      return { ok: false, reason: 'not-a-file', message: `Not a regular file: ${path}.` };
    }
    fd = openSync(path, 'r');
    const opened = fd;
    return { ok: true, fd, size: fstatSync(fd).size, close: () => closeSync(opened) };
  } catch (error) {
    if (fd !== undefined) closeSync(fd);
    return readFailure(path, error);
  }
}

/** What a file system error means for the reader of a transcript. */
export function readFailure(path: string, error: unknown): ReadFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return { ok: false, reason: 'missing', message: `No transcript at ${path}.` };
  }
  return { ok: false, reason: 'unreadable', message: `Cannot read ${path} (${code}).` };
}
