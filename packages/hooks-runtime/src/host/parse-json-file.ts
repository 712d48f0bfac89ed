import { readFileSync, statSync } from 'node:fs';
import { stripBom } from '../read-stdin.ts';
import { errorCode } from '../unknown.ts';

export type JsonFile =
  | { kind: 'missing' }
  | { kind: 'unreadable'; problem: string }
  | { kind: 'value'; value: unknown };

/**
 * Reads a settings file as the client does: a byte order mark is passed over, while a comment or a
 * comma too many makes the whole file unreadable (seen with 2.0.77 and 2.1.332).
 */
export function parseJsonFile(file: string): JsonFile {
  try {
    // A pipe would be waited for.
    if (!statSync(file).isFile()) return { kind: 'unreadable', problem: 'not a file' };
    const text = stripBom(readFileSync(file, 'utf8'));
    return { kind: 'value', value: JSON.parse(text) };
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing' };
    return { kind: 'unreadable', problem: code ?? 'not JSON' };
  }
}
