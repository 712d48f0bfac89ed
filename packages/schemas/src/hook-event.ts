import type * as z from 'zod/mini';

/** How Claude Code treats one hook event, beyond the shape of its input and output. */
export type EventFacts = {
  /** First Claude Code version that has the event; older ones refuse or ignore the name. */
  since: string;
  /** The input field a `matcher` in settings is compared with; `null` where a matcher is ignored, undefined where no source says. */
  matcher: { field: string; values?: readonly string[]; note?: string } | null | undefined;
  /** What becomes of text on stdout when the hook exits with 0. */
  stdout: StdoutMeaning;
  /** What exit code 2 does. */
  exit2: { blocks: boolean; effect: string };
  /**
   * Seconds after which the client kills a command hook that sets no `timeout`; undefined where no source
   * says. Of SessionEnd it is for all hooks together: a `timeout` in settings, not in a plugin, raises it, to at most 60.
   */
  timeout: number | undefined;
  /** Handler types that run on this event; undefined where no source says. */
  handlers: readonly HandlerType[] | undefined;
};

/**
 * - `context`: the model reads it.
 * - `instructions`: appended verbatim to the summariser's prompt, JSON included.
 * - `path`: its last non-empty line is the worktree's path.
 * - `user`: shown to the user, not to the model.
 * - `debug-log` / `ignored`: nobody reads it unless debugging.
 * - `unknown`: no source says.
 */
export type StdoutMeaning =
  | 'context'
  | 'instructions'
  | 'path'
  | 'user'
  | 'debug-log'
  | 'ignored'
  | 'unknown';

export type HandlerType = 'command' | 'http' | 'mcp_tool' | 'prompt' | 'agent';

/** One hook event: how the client treats it, and its schemas, built when first used. */
export type HookEvent<
  Name extends string = string,
  Input extends z.ZodMiniObject = z.ZodMiniObject,
  Output extends z.ZodMiniObject = z.ZodMiniObject,
> = EventFacts & {
  name: Name;
  /** Whether the client accepts a `hookSpecificOutput`; where it does not, sending one is a visible error. */
  specificOutput: boolean;
  /** What arrives on stdin. */
  input: Input;
  /** What an author answers; `serializeHookOutput` turns it into what the client reads. */
  output: Output;
};
