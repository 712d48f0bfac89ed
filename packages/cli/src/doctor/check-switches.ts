import { locksHooks } from '@carryover/hooks-runtime/host';
import { field, type ClientFile } from './client-files.ts';
import type { Finding } from './finding.ts';
import type { DoctorScene } from './scene.ts';

/** What keeps registered hooks from running at all. */
export function checkSwitches({ files, named, active, config }: DoctorScene): Finding[] {
  const off = files.find(({ value }) => field(value, 'disableAllHooks') === true);
  const managed = files.flatMap((file) => lockOf(file) ?? [])[0];
  const isStopped = named.length > active.length;
  return [
    ...(isStopped && managed
      ? [
          {
            id: 'managed-hooks-only',
            says: `${managed.path} has "${managed.key}", so Claude Code runs none of your own hooks.`,
            remedy: managed.remedy,
          },
        ]
      : []),
    ...(isStopped && off
      ? [
          {
            id: 'hooks-disabled',
            says: `${off.path} has "disableAllHooks": true, so Claude Code runs no hook.`,
            remedy: 'Take that line out.',
          },
        ]
      : []),
    ...(config.config.enabled
      ? []
      : [
          {
            id: 'switched-off',
            says: `carryover is switched off here (enabled, from ${config.origin.enabled ?? 'its default'}).`,
            remedy: 'Set enabled to true there, or leave it so and expect nothing.',
          },
        ]),
  ];
}

/** What an administrator allows: hooks of his own alone, or those of plugins too. */
function lockOf({ scope, path, value }: ClientFile) {
  if (scope !== 'managed') return undefined;
  const ask = 'Ask whoever manages this machine to allow them or to register carryover there';
  if (field(value, 'allowManagedHooksOnly') === true)
    return { path, key: 'allowManagedHooksOnly', remedy: `${ask}.` };
  return locksHooks(field(value, 'strictPluginOnlyCustomization'))
    ? { path, key: 'strictPluginOnlyCustomization', remedy: `${ask}, or use the plugin.` }
    : undefined;
}
