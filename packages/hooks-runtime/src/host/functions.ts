import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { createHookHost, type Execution, type HookHost } from './create-hook-host.ts';
import type { PreCompactOutcome } from './compact-hooks.ts';
import type { ExecuteOptions } from './execute-hooks.ts';
import { loadHooks } from './load-hooks.ts';
import { workingDirectory } from '../home.ts';
import type { CompactOutcome, WithCompactHooksOptions } from './with-compact-hooks.ts';

/*
 * The methods of a host as functions. Without a host, each call loads the hooks that the settings of the
 * working directory have at that moment, for a session of its own.
 */

/** Runs the matching hooks of an event as Claude Code would. No hook makes it reject. */
export function executeHooks(options: ExecuteOptions, host = ownHost()): Promise<Execution> {
  return host.executeHooks(options);
}

/** What the PreCompact hooks say to a compaction that is about to begin. No hook makes it reject. */
export function executePreCompactHooks(
  compaction: Parameters<HookHost['executePreCompactHooks']>[0],
  signal?: AbortSignal,
  timeoutMs?: number,
  host = ownHost(),
): Promise<PreCompactOutcome> {
  return host.executePreCompactHooks(compaction, signal, timeoutMs);
}

/** What the PostCompact hooks show to the person. No hook makes it reject. */
export function executePostCompactHooks(
  compaction: Parameters<HookHost['executePostCompactHooks']>[0],
  signal?: AbortSignal,
  timeoutMs?: number,
  host = ownHost(),
): Promise<{ userDisplayMessage?: string }> {
  return host.executePostCompactHooks(compaction, signal, timeoutMs);
}

/** A compaction with its hooks around the owner's summariser, whose rejection alone goes through. */
export function withCompactHooks<Summary extends { text: string }>(
  options: WithCompactHooksOptions<Summary>,
  host = ownHost(),
): Promise<CompactOutcome<Summary>> {
  return host.withCompactHooks(options);
}

function ownHost(): HookHost {
  const session = {
    sessionId: randomUUID(),
    transcriptPath: '/dev/null',
    cwd: workingDirectory() ?? homedir(),
  };
  return createHookHost({ hooks: loadHooks().hooks, session });
}
