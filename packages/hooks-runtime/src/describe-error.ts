import { errorCode } from './unknown.ts';

/** Kind, code and place. A parser's message quotes its input, which may be what a person typed. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return `threw a ${typeof error}`;
  const code = errorCode(error);
  const frame = error.stack?.split('\n').find((line) => line.startsWith('    at '));
  const message = error instanceof SyntaxError ? '' : (error.message.split('\n')[0] ?? '');
  const what = code ?? message.slice(0, 200);
  return [error.name, what, frame?.trim()].filter(Boolean).join(' ');
}
