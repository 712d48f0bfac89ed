import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The version of the installed Claude Code, `undefined` where it does not start or says none. */
export async function clientVersion(program = 'claude'): Promise<string | undefined> {
  try {
    const { stdout } = await run(program, ['--version'], { timeout: 20_000 });
    return /\d+\.\d+\.\d+/.exec(stdout)?.[0];
  } catch {
    return undefined;
  }
}
