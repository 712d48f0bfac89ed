import { hookEvents, isHookEventName } from '@carryover/schemas';
import { matchHooks, type ConfiguredHook } from '@carryover/hooks-runtime/host';
import { isAtLeast, wantedRegistrations } from '../settings/hook-entries.ts';
import type { Finding } from './finding.ts';
import { renew } from './renew.ts';
import type { DoctorScene } from './scene.ts';

/** Where an event has no list of values: tools that a turn without the others may use alone. */
const TOOLS = ['Read', 'Edit', 'Bash'];

/** Each hook is meant for all inputs of its event; a matcher or an `if` may keep some from it. */
export function checkMatchers(scene: DoctorScene): Finding[] {
  return wantedRegistrations(scene.config.config).flatMap(({ event }) => {
    const all = scene.named.filter((hook) => hook.event === event);
    // The plugin's hook stands back for that of the settings, whatever this is fired for.
    const own = all.filter(({ scope }) => scope !== 'plugin');
    const hooks = own.length > 0 ? own : all;
    const missed = inputsOf(event).filter(
      ({ name, input }) =>
        !isUnknown(name, scene.version) &&
        matchHooks(hooks, input, { clientVersion: scene.version }).length === 0,
    );
    if (hooks.length === 0 || missed.length === 0) return [];
    const files = [...new Set(hooks.map(({ file }) => file))];
    return [
      {
        id: 'not-fired',
        says: `${event} is not fired for ${missed.map(({ name }) => name).join(', ')}: in ${files.join(', ')} it has ${hooks.map(conditionOf).join(' and ')}.`,
        remedy: `${renew(files, scene)}: it writes its own entries, for all of them.`,
      },
    ];
  });
}

/** Before 2.1.213 a fork is a resume. */
function isUnknown(source: string, version: string | undefined): boolean {
  return source === 'fork' && version !== undefined && !isAtLeast(version, '2.1.213');
}

type Input = { name: string; input: { hook_event_name: string } };

function inputsOf(event: string): Input[] {
  const matcher = isHookEventName(event) ? hookEvents[event].matcher : null;
  if (!matcher) return [{ name: 'anything', input: { hook_event_name: event } }];
  return (matcher.values ?? TOOLS).map((value) => ({
    name: value,
    input: { hook_event_name: event, [matcher.field]: value },
  }));
}

function conditionOf({ matcher, handler }: ConfiguredHook): string {
  const parts = { matcher, if: handler.if };
  return JSON.stringify(parts).replaceAll(/[{}]/g, '') || 'no matcher';
}
