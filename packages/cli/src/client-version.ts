import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CliError } from './cli-error.ts';

const run = promisify(execFile);

/**
 * The version of Claude Code: the one that a person gave, or that of the program that they named, else of
 * the one on the PATH. `undefined` where nobody named a program and the PATH has none that tells it within
 * `timeout` ms.
 */
export async function clientVersion(
  named: { clientVersion?: string; claude?: string },
  timeout = 20_000,
): Promise<string | undefined> {
  if (named.clientVersion !== undefined) return readVersion(named.clientVersion);
  const version = await askVersion(named.claude ?? 'claude', timeout);
  if (version !== undefined || named.claude === undefined) return version;
  throw new CliError(
    `--claude ${named.claude}: no program that tells a version of Claude Code. Name the one that starts it, or give its version with --client-version.`,
  );
}

/** `undefined` where it does not start or says none. */
async function askVersion(program: string, timeout: number): Promise<string | undefined> {
  try {
    const { stdout } = await run(program, ['--version'], { timeout, killSignal: 'SIGKILL' });
    return threeNumbers(stdout);
  } catch {
    return undefined;
  }
}

/** A version that a person gave. Throws `CliError` for what is none: a guess could disable all hooks. */
function readVersion(text: string): string {
  const version = /^v?\d/.test(text) ? threeNumbers(text) : undefined;
  if (version !== undefined) return version;
  throw new CliError(
    `--client-version ${text}: not a version. Give it as \`claude --version\` does: 2.1.332`,
  );
}

function threeNumbers(text: string): string | undefined {
  return /\d+\.\d+\.\d+/.exec(text)?.[0];
}
