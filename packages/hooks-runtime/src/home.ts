import { isAbsolute, join, resolve } from 'node:path';

type Environment = Record<string, string | undefined>;

/** Undefined where the working directory was deleted. */
export function workingDirectory(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

/**
 * Claude Code's configuration folder: `CLAUDE_CONFIG_DIR` when set and not blank, made absolute,
 * else `~/.claude`. Undefined where no home folder is known, or where it is relative to a working
 * directory that was deleted.
 */
export function claudeConfigDir(env: Environment = process.env): string | undefined {
  const configured = env['CLAUDE_CONFIG_DIR']?.trim();
  if (configured) return absolute(configured);
  const home = env['HOME']?.trim() || homeOfUser();
  return home && isAbsolute(home) ? join(home, '.claude') : undefined;
}

/** Where carryover keeps everything: `CARRYOVER_HOME`, else `carryover` in Claude Code's folder. */
export function carryoverHome(env: Environment = process.env): string | undefined {
  const configured = env['CARRYOVER_HOME']?.trim();
  if (configured) return absolute(configured);
  const config = claudeConfigDir(env);
  return config && join(config, 'carryover');
}

function absolute(path: string): string | undefined {
  if (isAbsolute(path)) return resolve(path);
  const folder = workingDirectory();
  return folder && resolve(folder, path);
}

function homeOfUser(): string | undefined {
  try {
    return process.getBuiltinModule('node:os').homedir();
  } catch {
    // A user without a passwd entry, as in some containers.
    return undefined;
  }
}
