import type { HookScope } from '@carryover/hooks-runtime/host';
import type { DoctorScene } from './scene.ts';

const COMMANDS: Partial<Record<HookScope, string>> = {
  user: 'carryover install',
  project: 'carryover install --scope project',
  local: 'carryover install --scope local',
  plugin: 'claude plugin update carryover@carryover',
};

/** How to have our entries in these files written anew: each scope has a command of its own. */
export function renew(paths: string[], { files }: Pick<DoctorScene, 'files'>): string {
  const named = files.filter(({ path }) => paths.includes(path));
  const commands = named.flatMap(({ scope }) => COMMANDS[scope] ?? []);
  if (commands.length > 0) return `Run ${[...new Set(commands)].join(' and ')}`;
  return 'Ask whoever manages this machine to register carryover there anew';
}
