const MARK = 'CARRYOVER_CHILD';

type Environment = Record<string, string | undefined>;

/**
 * The environment for programs that a hook or its work starts. A client started with it fires hooks
 * as always (the host knows no recursion guard, Claude Code 2.1.333), and ours answer nothing.
 */
export function childEnvironment(env: Environment = process.env): Environment {
  return { ...env, [MARK]: '1' };
}

export function isChild(env: Environment = process.env): boolean {
  return env[MARK] !== undefined && env[MARK] !== '';
}
