import type { ProcessOutput } from '../hook-output.ts';

/** Where a hook was configured. */
export type HookScope = 'user' | 'project' | 'local' | 'settings' | 'plugin' | 'file' | 'managed';

/** A `type: "command"` handler of a settings file. */
export type CommandHandler = {
  type: 'command';
  command: string;
  /** Exec form: `command` is a program, started without a shell. */
  args?: readonly string[];
  shell?: string;
  /** Seconds. */
  timeout?: number;
  /** One permission rule, such as `Bash(git *)`. */
  if?: string;
  async?: boolean;
  onFailure?: string;
};

/** A handler that asks a server, a tool or a model. */
export type OtherHandler = {
  type: 'http' | 'mcp_tool' | 'prompt' | 'agent';
  /** Seconds. */
  timeout?: number;
  if?: string;
  onFailure?: string;
  /** Of `http`. */
  url?: string;
  headers?: Record<string, string>;
  /** Variables that `headers` may name. */
  allowedEnvVars?: readonly string[];
  /** Of the others: `server`, `tool`, `prompt`, `model`, … as they stand in the settings. */
  [field: string]: unknown;
};

/** One run of such a handler. */
export type HandlerCall = {
  handler: OtherHandler;
  /** What a command reads from stdin. */
  input: Record<string, unknown>;
  /** The session's environment, without what commands are given beside it. */
  env: Record<string, string | undefined>;
  /** Aborted when the handler's time is over. */
  signal: AbortSignal;
};

/** Runs a handler and says what a command in its place would have printed. May reject. */
export type HandlerExecutor = (call: HandlerCall) => Promise<ProcessOutput>;

export type ConfiguredHook = {
  event: string;
  matcher: string | undefined;
  handler: CommandHandler | OtherHandler;
  scope: HookScope;
  /** The file it stands in. */
  file: string;
  /** Of a plugin's hook. */
  plugin?: Plugin;
};

export type Plugin = {
  /** The plugin's folder, in which `hooks/hooks.json` is found. */
  root: string;
  /** Its `CLAUDE_PLUGIN_DATA`. */
  data?: string;
};

/** What was wrong with a file or an entry, which is left out. */
export type HookProblem = { file: string; where: string; problem: string };
