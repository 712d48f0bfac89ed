import { carryoverHome, claudeConfigDir } from '@carryover/hooks-runtime';
import { CliError } from '../cli-error.ts';

/** Claude Code's folder and ours. Throws `CliError` where neither is known. */
export function folders(): { configDir: string; home: string } {
  const configDir = claudeConfigDir();
  const home = carryoverHome();
  if (configDir && home) return { configDir, home };
  throw new CliError('No home folder is known. Set HOME or CLAUDE_CONFIG_DIR and try again.');
}
