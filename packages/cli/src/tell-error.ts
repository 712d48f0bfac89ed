import { getSystemErrorMap } from 'node:util';
import { StateFileError } from '@carryover/state-file';
import { CliError } from './cli-error.ts';

/** What mends the commonest refusals of the system. */
const REMEDIES: Record<string, string> = {
  EACCES: 'Give yourself the right to it, or name another one.',
  EPERM: 'Give yourself the right to it, or name another one.',
  EROFS: 'It can only be read there: name another one.',
  EISDIR: 'A folder stands there: name a file.',
  ENOTDIR: 'A part of that path is a file: name a folder that is there.',
  ENOENT: 'Name one in a folder that is there.',
  ENOSPC: 'Make room on the disk, then try again.',
};

/** An error as a person reads it: what failed, on what, and how to mend it. */
export function tellError(error: unknown): string {
  if (error instanceof CliError || StateFileError.isInstance(error)) return error.message;
  const told = systemError(error);
  if (told !== undefined) return told;
  const message = error instanceof Error ? error.message : String(error);
  return `${message}\nCARRYOVER_DEBUG=1 shows where this came from.`;
}

/** What the system refused, and of which file; `undefined` for any other error. */
function systemError(error: unknown): string | undefined {
  if (!(error instanceof Error && 'errno' in error && typeof error.errno === 'number'))
    return undefined;
  const known = getSystemErrorMap().get(error.errno);
  if (known === undefined) return undefined;
  const [code, reason] = known;
  if ('syscall' in error && error.syscall === 'uv_cwd')
    return 'The folder that this was started in is gone: cd into one that is there.';
  const place =
    'path' in error && typeof error.path === 'string' ? `${finalName(error.path)}: ` : '';
  const remedy = REMEDIES[code];
  return `${place}${reason} (${code}).${remedy === undefined ? '' : ` ${remedy}`}`;
}

/** Files are written under a temporary name first. */
function finalName(path: string): string {
  return path.replace(/\.\d+-\d+\.tmp$/, '');
}
