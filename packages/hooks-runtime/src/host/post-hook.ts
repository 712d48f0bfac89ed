import type { ProcessOutput } from '../hook-output.ts';
import type { HandlerCall } from './configured-hook.ts';

/**
 * An `http` hook: the input is posted as JSON, and a 2xx answer is read as stdout is. Any other status
 * is an error that blocks nothing, as for a command that exits with 1. Rejects where nobody answers.
 */
export async function postHook({
  handler,
  input,
  env,
  signal,
}: HandlerCall): Promise<ProcessOutput> {
  const { url, headers = {}, allowedEnvVars = [] } = handler;
  const response = await fetch(String(url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...filledIn(headers, allowedEnvVars, env) },
    body: JSON.stringify(input),
    signal,
  });
  const stdout = await response.text();
  return response.ok
    ? { exitCode: 0, stdout, stderr: '' }
    : { exitCode: 1, stdout: '', stderr: `HTTP ${response.status} ${response.statusText}`.trim() };
}

/** `$NAME` and `${NAME}` of the variables that the handler lists; others are empty (hooks page). */
function filledIn(
  headers: Record<string, string>,
  allowed: readonly string[],
  env: HandlerCall['env'],
): Record<string, string> {
  const fill = (value: string): string =>
    value.replace(/\$(?:\{(\w+)\}|(\w+))/g, (_, braced?: string, bare?: string) => {
      const name = braced ?? bare ?? '';
      return allowed.includes(name) ? (env[name] ?? '') : '';
    });
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)]));
}
