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

/** A line for each hook, as `/compact` shows it; hooks that succeed in silence are not named. */
function displayMessage(event: string, results: HookResult[]): string | undefined {
  const lines = results.flatMap((result) => displayLine(event, result));
  return lines.length === 0 ? undefined : lines.join('\n');
}

function displayLine(
  event: string,
  { hook, effect, ending, stdout, stderr }: HookResult,
): string[] {
  if (hook.handler.type !== 'command' || ending === 'async') return [];
  const name = `${event} [${hook.handler.command}]`;
  if (effect.outcome !== 'success') {
    const why = effect.blocked ?? (ending === 'exited' ? stderr.trim() : effect.user.join(' '));
    return [why === '' ? `${name} failed` : `${name} failed: ${why}`];
  }
  const said = stdout.trim();
  return [`${name} completed successfully${said === '' ? '' : `: ${said}`}`];
}
