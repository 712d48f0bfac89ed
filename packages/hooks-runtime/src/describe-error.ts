import { errorCode } from './unknown.ts';

/**
 * Kind, code, message and place. A parser's message quotes its input, which may be what a person typed,
 * and so may those of Node and the system: their codes say enough.
 */
export function describeError(error: unknown): string {
  try {
    return describe(error);
  } catch {
    // Its fields are of another type than an error's, or getters that throw.
    return 'threw something that cannot be read';
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return `threw a ${typeof error}`;
  const code = errorCode(error);
  const frame = error.stack?.split('\n').find((line) => line.startsWith('    at '));
  const message = quotesInput(error, code) ? '' : (error.message.split('\n')[0] ?? '');
  return [error.name, code, message.slice(0, 200), frame?.trim()].filter(Boolean).join(' ');
}

function quotesInput(error: Error, code: string | undefined): boolean {
  if (error instanceof SyntaxError) return true;
  return code !== undefined && (code.startsWith('ERR_') || 'syscall' in error);
}
