import type { ConfiguredHook } from './configured-hook.ts';
import type { HookResult, Run } from './execute-hooks.ts';

export type PreCompactOutcome = {
  /** What successful hooks printed, joined by a blank line in config order. */
  newCustomInstructions?: string;
  userDisplayMessage?: string;
  /** Why there must be no compaction. */
  blocked?: string;
};

/** What the PreCompact hooks mean for a compaction. One that fails changes the message only. */
export function preCompactOutcome({ results }: Run): PreCompactOutcome {
  const instructions = results.flatMap(({ effect }) => effect.instructions ?? []);
  const blocked = results.find(({ effect }) => effect.blocked !== undefined)?.effect.blocked;
  const userDisplayMessage = displayMessage('PreCompact', results);
  return {
    ...(instructions.length > 0 ? { newCustomInstructions: instructions.join('\n\n') } : {}),
    ...(userDisplayMessage === undefined ? {} : { userDisplayMessage }),
    ...(blocked === undefined ? {} : { blocked }),
  };
}

export function postCompactOutcome({ results }: Run): { userDisplayMessage?: string } {
  const userDisplayMessage = displayMessage('PostCompact', results);
  return userDisplayMessage === undefined ? {} : { userDisplayMessage };
}

/** What the person typed behind `/compact`, then what the hooks say. */
export function mergeHookInstructions(
  userInstructions: string | null | undefined,
  hookInstructions: string | undefined,
): string | undefined {
  const parts = [userInstructions?.trim(), hookInstructions?.trim()].filter(Boolean);
  return parts.length === 0 ? undefined : parts.join('\n\n');
}

/** A line for each hook, as `/compact` shows it (Claude Code 2.1.332). */
function displayMessage(event: string, results: HookResult[]): string | undefined {
  const lines = results.map((result) => displayLine(event, result));
  return lines.length === 0 ? undefined : lines.join('\n');
}

function displayLine(event: string, { hook, effect, stdout }: HookResult): string {
  const name = `${event} [${nameOf(hook.handler)}]`;
  if (effect.outcome !== 'success') {
    const why = effect.blocked ?? effect.failure ?? '';
    return why === '' ? `${name} failed` : `${name} failed: ${why}`;
  }
  const said = stdout.trim();
  return `${name} completed successfully${said === '' ? '' : `: ${said}`}`;
}

function nameOf(handler: ConfiguredHook['handler']): string {
  if (handler.type === 'command') return [handler.command, ...(handler.args ?? [])].join(' ');
  if (handler.type === 'http') return handler.url ?? '';
  if (handler.type === 'mcp_tool') return `${String(handler['server'])}/${String(handler['tool'])}`;
  return String(handler['prompt']);
}
