import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CliError } from './cli-error.ts';

const run = promisify(execFile);

/** The version of the installed Claude Code, `undefined` where it does not start or says none. */
export async function askVersion(program = 'claude'): Promise<string | undefined> {
  try {
    const { stdout } = await run(program, ['--version'], { timeout: 20_000 });
    return threeNumbers(stdout);
  } catch {
    return undefined;
  }
}

/** A version that a person gave. Throws `CliError` for what is none: a guess could disable all hooks. */
export function readVersion(text: string): string {
  const version = /^v?\d/.test(text) ? threeNumbers(text) : undefined;
  if (version !== undefined) return version;
  throw new CliError(
    `--client-version ${text}: not a version. Give it as \`claude --version\` does: 2.1.332`,
  );
}

function threeNumbers(text: string): string | undefined {
  return /\d+\.\d+\.\d+/.exec(text)?.[0];
}
