import { readFileSync } from 'node:fs';
import { stripBom } from '../read-stdin.ts';
import { errorCode } from '../unknown.ts';

export type JsonFile =
  | { kind: 'missing' }
  | { kind: 'unreadable'; problem: string }
  | { kind: 'value'; value: unknown };

/** Reads a settings file as people write them: with a byte order mark, comments, a comma too many. */
export function parseJsonFile(file: string): JsonFile {
  try {
    const text = stripBom(readFileSync(file, 'utf8'));
    return { kind: 'value', value: JSON.parse(withoutComments(text)) };
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing' };
    return { kind: 'unreadable', problem: code ?? 'not JSON' };
  }
}

/** Strings are matched first, so that nothing inside them is taken for a comment or a comma. */
function withoutComments(text: string): string {
  const string = /"(?:[^"\\]|\\.)*"/;
  const comment = /\/\/[^\n]*|\/\*[^]*?\*\//;
  const bare = text.replace(new RegExp(`${string.source}|${comment.source}`, 'g'), keepString);
  return bare.replace(new RegExp(`${string.source}|,(?=\\s*[}\\]])`, 'g'), keepString);
}

const keepString = (match: string): string => (match.startsWith('"') ? match : '');
