import { basename } from 'node:path';
import { createHookHost, type HookResult } from '@carryover/hooks-runtime/host';
import type { Finding } from './finding.ts';
import type { DoctorScene } from './scene.ts';

/** As a shell is started by whoever needs one: with a command, at a login, at a prompt. */
const STARTS = ['-c', '-lc', '-ic'];

/**
 * Text that the profile of a shell prints stands in front of a hook's answer wherever the client
 * starts its hooks through that shell, and then nothing of the answer counts.
 */
export async function checkShellNoise({ folder: cwd, env }: DoctorScene): Promise<Finding[]> {
  const own = env['SHELL'];
  const shells = new Set(['bash', ...(own && /^(?:ba|z)sh$/.test(basename(own)) ? [own] : [])]);
  const hooks = [...shells].flatMap((shell) =>
    STARTS.map((start) => ({
      event: 'Notification',
      matcher: undefined,
      scope: 'settings' as const,
      file: '',
      handler: { type: 'command' as const, command: shell, args: [start, ':'], timeout: 5 },
    })),
  );
  const session = { sessionId: '', transcriptPath: '', cwd, env };
  const host = createHookHost({ hooks, session });
  const { results } = await host.executeHooks({
    hookInput: { hook_event_name: 'Notification', message: '' },
  });
  host.dispose();
  const noisy = results.filter(({ stdout }) => stdout !== '');
  const [first] = noisy;
  if (!first) return [];
  const starts = noisy.map(({ hook: { handler } }) => startOf(handler)).join(', ');
  return [
    {
      id: 'shell-profile-noise',
      says: `A profile of your shell prints ${JSON.stringify(first.stdout.slice(0, 60))} when it starts (${starts}). In front of a hook's answer that makes it worthless.`,
      remedy:
        'Print only on a terminal, in .bashrc, .zshrc, .profile and the file that BASH_ENV names: [ -t 1 ] && echo …',
    },
  ];
}

function startOf(handler: HookResult['hook']['handler']): string {
  const { command, args } = handler;
  return [command, ...(Array.isArray(args) ? args.slice(0, 1) : [])].join(' ');
}
