import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isRecord } from '../unknown.ts';
import type { ConfiguredHook } from './configured-hook.ts';

export type Environment = Record<string, string | undefined>;

export type HostSession = {
  sessionId: string;
  transcriptPath: string;
  cwd: string;
  /** Where the session began. Default: `cwd`. */
  projectDir?: string;
  /** What hooks inherit. Default: the environment of this process. */
  env?: Environment;
  /** How the session was started, as in `CLAUDE_CODE_ENTRYPOINT`. Default: `sdk-ts`. */
  entrypoint?: string;
};

/** Events whose hooks may leave variables for later shell commands in a file (hooks page). */
const WITH_ENV_FILE = new Set(['SessionStart', 'Setup', 'CwdChanged', 'FileChanged']);

/**
 * What Claude Code 2.1.333 gives command hooks, but for its own messaging socket and token. With
 * `compat` also the variables that older guides promise and no client has.
 */
export function hookEnvironment(
  hook: ConfiguredHook,
  input: object,
  { session, compat }: { session: HostSession; compat: boolean },
): Environment {
  const event = hook.event;
  const effort: unknown = Reflect.get(input, 'effort');
  const { plugin } = hook;
  return {
    ...(session.env ?? process.env),
    CLAUDECODE: '1',
    CLAUDE_CODE_CHILD_SESSION: '1',
    CLAUDE_CODE_SESSION_ID: session.sessionId,
    CLAUDE_CODE_SESSION_ATTENDED: '0',
    CLAUDE_CODE_ENTRYPOINT: session.entrypoint ?? 'sdk-ts',
    CLAUDE_PID: String(process.pid),
    CLAUDE_PROJECT_DIR: session.projectDir ?? session.cwd,
    ...(isRecord(effort) && typeof effort['level'] === 'string'
      ? { CLAUDE_EFFORT: effort['level'] }
      : {}),
    ...(WITH_ENV_FILE.has(event) ? { CLAUDE_ENV_FILE: envFile() } : {}),
    ...(plugin ? { CLAUDE_PLUGIN_ROOT: plugin.root, CLAUDE_PLUGIN_DATA: plugin.data ?? '' } : {}),
    ...(compat ? compatEnvironment(input, session) : {}),
  };
}

/** Only values that the hook also finds on stdin. */
function compatEnvironment(input: object, session: HostSession): Environment {
  const summary: unknown = Reflect.get(input, 'compact_summary');
  return {
    CLAUDE_SESSION_ID: session.sessionId,
    CLAUDE_CWD: session.cwd,
    ...(typeof summary === 'string' && fits(summary) ? { COMPACT_SUMMARY: summary } : {}),
  };
}

/** Linux starts no program with a longer variable. */
const MAX_VARIABLE_BYTES = 128 * 1024 - 'COMPACT_SUMMARY=\0'.length;

const fits = (value: string): boolean =>
  Buffer.byteLength(value) <= MAX_VARIABLE_BYTES && !value.includes('\0');

/** `undefined` where temporary files cannot be made: the hook runs without one. */
function envFile(): string | undefined {
  try {
    return join(mkdtempSync(join(tmpdir(), 'claude-env-')), 'env.sh');
  } catch {
    return undefined;
  }
}

/** A host has no later shell commands for which the variables would be kept. */
export function dropEnvFile({ CLAUDE_ENV_FILE: file }: Environment, event: string): void {
  if (file !== undefined && WITH_ENV_FILE.has(event))
    rmSync(dirname(file), { recursive: true, force: true });
}

/** In exec form only these are replaced; `$HOME` and others stay as they are (Claude Code 2.1.333). */
export function substitute(text: string, env: Environment): string {
  return text.replace(
    /\$\{(CLAUDE_PROJECT_DIR|CLAUDE_PLUGIN_ROOT|CLAUDE_PLUGIN_DATA)\}/g,
    (_, name: string) => env[name] ?? '',
  );
}
