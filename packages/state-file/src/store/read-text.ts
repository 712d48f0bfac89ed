import { readFileSync, statSync } from 'node:fs';
import { errorCode } from '../unknown.ts';

/**
 * The text of a file; `undefined` for what is missing, and for a pipe, which would be waited for. Any
 * other failure is thrown with the file's path, which the system leaves out where a folder was read.
 */
export function readText(file: string): string | undefined {
  try {
    return statSync(file).isFIFO() ? undefined : readFileSync(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw Object.assign(Object(error), { path: file });
  }
}
