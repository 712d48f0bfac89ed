import { writePath } from '../issues.ts';

/** Something in a settings file that does not do what it looks like. */
export type HookLint = {
  rule: LintRule;
  /**
   * - `file`: no hook of the whole file runs.
   * - `entry`: this entry never runs.
   * - `surprise`: it runs, but otherwise than it looks.
   */
  effect: 'file' | 'entry' | 'surprise';
  path: (string | number)[];
  /** What stands there and what the client does about it. */
  message: string;
};

export type LintRule =
  | 'wrong-shape'
  | 'plugin-without-hooks'
  | 'hooks-disabled'
  | 'unknown-event'
  | 'newer-event'
  | 'newer-handler'
  | 'newer-field'
  | 'handler-not-run'
  | 'matcher-ignored'
  | 'matcher-not-a-regexp'
  | 'matcher-never-fits'
  | 'matcher-is-permission-rule'
  | 'matcher-may-hang'
  | 'unknown-field'
  | 'empty-command'
  | 'event-outside-hooks'
  | 'if-without-tool'
  | 'timeout-in-milliseconds'
  | 'timeout-not-applied'
  | 'on-failure-ignored'
  | 'once-ignored'
  | 'duplicate-command';

export type LintOptions = {
  /** Version of the client that will read the file; without it, the newest that this package knows. */
  client?: string;
  /** The file is a plugin's `hooks/hooks.json`. */
  plugin?: boolean;
};

type Finding = Omit<HookLint, 'message'> & { says: string };

export const lint = ({ rule, effect, path, says }: Finding): HookLint => ({
  rule,
  effect,
  path,
  message: `${writePath(path)}: ${says}`,
});
