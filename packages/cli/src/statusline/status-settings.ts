import { quote, type HookProgram } from '../settings/hook-entries.ts';

/** The name of the installed bundle. */
export const STATUS_FILE = 'carryover-statusline.cjs';

/** The `statusLine` part of Claude Code's settings: absolute paths, as for the hooks. */
export function statusSettings({ node, file }: HookProgram): object {
  return { statusLine: { type: 'command', command: `${quote(node)} ${quote(file)}` } };
}
