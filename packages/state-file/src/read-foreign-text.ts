import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/**
 * The text of a file that is not ours, `undefined` where it cannot be read or is no regular file: a pipe
 * would keep a hook waiting.
 */
export function readForeignText(file: string): string | undefined {
  let handle: number | undefined;
  try {
    handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    return fstatSync(handle).isFile() ? readFileSync(handle, 'utf8') : undefined;
  } catch {
    return undefined;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}
