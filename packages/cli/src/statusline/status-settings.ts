import { quote, type HookProgram } from '../settings/hook-entries.ts';

/** The name of the installed bundle. */
export const STATUS_FILE = 'carryover-statusline.cjs';

/** True for a `statusLine` of the settings that starts ours. */
export function isOurStatusLine(command: unknown): boolean {
  return (
    typeof command === 'string' &&
    /carryover-statusline\.cjs|carryover['"]? statusline/.test(command)
  );
}

/** The `statusLine` part of Claude Code's settings: absolute paths, as for the hooks. */
export function statusSettings({ node, file }: HookProgram): object {
  return { statusLine: { type: 'command', command: `${quote(node)} ${quote(file)}` } };
}
