import { field } from './client-files.ts';
import type { Finding } from './finding.ts';
import type { DoctorScene } from './scene.ts';

/** What keeps registered hooks from running at all. */
export function checkSwitches({ files, named, active, config }: DoctorScene): Finding[] {
  const off = files.find(({ value }) => field(value, 'disableAllHooks') === true);
  const managed = files.find(
    ({ scope, value }) => scope === 'managed' && field(value, 'allowManagedHooksOnly') === true,
  );
  const isStopped = named.length > active.length;
  return [
    ...(isStopped && managed
      ? [
          {
            id: 'managed-hooks-only',
            says: `${managed.path} has "allowManagedHooksOnly": true, so Claude Code runs none of your own hooks.`,
            remedy:
              'Ask whoever manages this machine to allow them or to register carryover there.',
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
