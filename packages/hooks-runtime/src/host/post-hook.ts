import type { ProcessOutput } from '../hook-output.ts';
import { isRecord } from '../unknown.ts';
import type { HandlerCall } from './configured-hook.ts';

/**
 * An `http` hook: the input is posted as JSON, and the JSON object of a 2xx answer is read as stdout is.
 * Any other status, a redirect too, and a body that is no object, is an error that blocks nothing, as for
 * a command that exits with 1 (Claude Code 2.1.332; the hooks page says that text is added to the
 * context). Rejects where nobody answers.
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
    redirect: 'manual',
    signal,
  });
  const body = (await response.text()).trim();
  if (!response.ok) return failed(`HTTP ${response.status} from ${String(url)}`);
  if (body !== '' && !isJsonObject(body)) {
    const shown = body.slice(0, mostShown);
    return failed(`HTTP hook must return JSON, but got non-JSON response body: ${shown}`);
  }
  return { exitCode: 0, stdout: body, stderr: '' };
}

const mostShown = 200;

const failed = (stderr: string): ProcessOutput => ({ exitCode: 1, stdout: '', stderr });

function isJsonObject(text: string): boolean {
  try {
    return isRecord(JSON.parse(text));
  } catch {
    return false;
  }
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
