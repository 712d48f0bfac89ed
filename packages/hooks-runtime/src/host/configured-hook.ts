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

/** A handler that only the client itself can run: it asks a model, a server or one of its tools. */
export type OtherHandler = { type: 'http' | 'mcp_tool' | 'prompt' | 'agent'; if?: string };

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
