import { isAbsolute, join, resolve } from 'node:path';

type Environment = Record<string, string | undefined>;

/**
 * Claude Code's configuration folder: `CLAUDE_CONFIG_DIR` when set and not blank, made absolute,
 * else `~/.claude`. Undefined where no home folder is known.
 */
export function claudeConfigDir(env: Environment = process.env): string | undefined {
  const configured = env['CLAUDE_CONFIG_DIR']?.trim();
  if (configured) return resolve(configured);
  const home = env['HOME']?.trim() || homeOfUser();
  return home && isAbsolute(home) ? join(home, '.claude') : undefined;
}

/** Where carryover keeps everything: `CARRYOVER_HOME`, else `carryover` in Claude Code's folder. */
export function carryoverHome(env: Environment = process.env): string | undefined {
  const configured = env['CARRYOVER_HOME']?.trim();
  if (configured) return resolve(configured);
  const config = claudeConfigDir(env);
  return config && join(config, 'carryover');
}

function homeOfUser(): string | undefined {
  try {
    return process.getBuiltinModule('node:os').homedir();
  } catch {
    // A user without a passwd entry, as in some containers.
    return undefined;
  }
}
