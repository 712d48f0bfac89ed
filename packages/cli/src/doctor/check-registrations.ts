import { matchHooks, type ConfiguredHook } from '@carryover/hooks-runtime/host';
import { readRecord } from '../settings/install-record.ts';
import { registrationsFor, wantedRegistrations } from '../settings/hook-entries.ts';
import { registeredProgram } from '../settings/missing-program.ts';
import { pluginEvents } from '../settings/plugin-events.ts';
import { SCOPES, settingsPath } from '../settings/settings-path.ts';
import { fileProblem } from './check-settings.ts';
import type { Finding } from './finding.ts';
import { renew } from './renew.ts';
import type { DoctorScene } from './scene.ts';

/** Each event that the client has needs one command of ours, with enough time. */
export function checkRegistrations(scene: DoctorScene): Finding[] {
  const { named, version, config, files } = scene;
  const known = named.map(({ event }) => event);
  const wanted = registrationsFor(version, wantedRegistrations(config.config), known);
  const hooksOf = (event: string) => named.filter((hook) => hook.event === event);
  const missing = wanted.filter(({ event }) => hooksOf(event).length === 0);
  // The client runs the same command once, in however many files it stands.
  const backing = standingBack(scene);
  const runs = named
    .filter((hook) => !backing.includes(hook))
    .map((hook) => ({ ...hook, matcher: undefined }));
  const twice = wanted.filter(
    ({ event }) => matchHooks(runs, { hook_event_name: event }).length > 1,
  );
  const short = wanted.flatMap(({ event, timeout }) =>
    hooksOf(event).filter(({ handler }) => (handler.timeout ?? timeout) < timeout),
  );
  const doubled = named.filter((hook) => twice.some(({ event }) => event === hook.event));
  // What stands in a file that nobody can read is not known.
  const isUnread = files.some((file) => fileProblem(file) !== undefined);
  return [
    ...(missing.length > 0 && !isUnread ? [whyMissing(scene, eventsOf(missing))] : []),
    ...(twice.length > 0
      ? [
          {
            id: 'registered-twice',
            says: `${eventsOf(twice)}: registered more than once, in ${pathsOf(doubled).join(', ')}, by different commands.`,
            remedy: doubled.some(({ scope }) => scope === 'plugin')
              ? `${renew(pathsOf(doubled.filter(({ scope }) => scope !== 'plugin')), scene)}: it leaves to a plugin what that brings, where it is enabled for the same scope. Or keep one: carryover uninstall keeps the plugin, claude plugin uninstall the settings.`
              : `${renew(pathsOf(doubled), scene)}: of the same command one run is enough for Claude Code. Or take one out: carryover uninstall --scope <scope>.`,
          },
        ]
      : []),
    ...(short.length > 0
      ? [
          {
            id: 'timeout-too-short',
            says: `${eventsOf(short)}: the timeout in ${pathsOf(short).join(', ')} is shorter than the hook may need. It is in seconds.`,
            remedy: `${renew(pathsOf(short), scene)}: it writes its own timeouts.`,
          },
        ]
      : []),
  ];
}

/**
 * The hooks of a plugin that is enabled more narrowly than the settings that register them too: both
 * are as they should be. The plugin's stand back, and serve where those settings do not count.
 */
function standingBack(scene: DoctorScene): ConfiguredHook[] {
  const { named, files } = scene;
  const isNarrower = ({ file, event }: ConfiguredHook): boolean => {
    const own = SCOPES.find((name) => settingsPath(name, scene) === file);
    return own !== undefined && !pluginEvents(own, scene, files).includes(event);
  };
  return named.filter(({ scope: ofHook, event }) => {
    const others = named.filter((hook) => hook.event === event && hook.scope !== 'plugin');
    return ofHook === 'plugin' && others.length > 0 && others.every(isNarrower);
  });
}

export function standBackNotes(scene: DoctorScene): string[] {
  const backing = standingBack(scene);
  if (backing.length === 0) return [];
  return [
    `${eventsOf(backing)}: the plugin is enabled here, and stands back for the hooks of your settings, which it finds in every project.`,
  ];
}

/** What the configuration does not ask for here; another project's may, so it is no finding. */
export function unwantedNotes(scene: DoctorScene): string[] {
  const { named, config } = scene;
  const wanted = wantedRegistrations(config.config).map(({ event }) => event);
  const unwanted = named.filter(
    ({ event, scope }) => scope !== 'plugin' && !wanted.includes(event),
  );
  if (unwanted.length === 0) return [];
  return [
    `${eventsOf(unwanted)}: registered in ${pathsOf(unwanted).join(', ')}, but not asked for by the configuration here. ${renew(pathsOf(unwanted), scene)} to take it out.`,
  ];
}

function whyMissing(scene: DoctorScene, events: string): Finding {
  const { foreign } = scene;
  if (foreign.length === 0) return notRegistered(scene, events);
  return {
    id: 'other-machine',
    says: `${ofAnotherMachine(foreign)} So nothing runs for ${events}.`,
    remedy:
      'Run carryover install --scope local to have your own hooks in this project, or carryover install for all projects; carryover install --scope project puts the paths of this machine into the shared file, for everybody.',
  };
}

/** Hooks of another machine that take nothing away, since one's own do the work. */
export function foreignNotes({ foreign, named }: DoctorScene): string[] {
  const events = named.map(({ event }) => event);
  const isDone = foreign.length > 0 && foreign.every(({ event }) => events.includes(event));
  return isDone ? [`${ofAnotherMachine(foreign)} Your own do the work.`] : [];
}

function ofAnotherMachine(foreign: ConfiguredHook[]): string {
  const programs = foreign.map(({ handler }) => registeredProgram(handler)?.file ?? '');
  return `${pathsOf(foreign).join(', ')} registers the program of another machine, ${[...new Set(programs)].join(', ')}: it is not here, and these hooks do nothing.`;
}

function notRegistered(scene: DoctorScene, events: string): Finding {
  const { home, named, files } = scene;
  const installed = files.find(({ path }) => readRecord(home, path) !== undefined);
  const says =
    named.length === 0 && installed
      ? `The entries that carryover install wrote are gone from ${installed.path}: another program has replaced them.`
      : `Not registered: ${events}.`;
  const id = named.length === 0 && installed ? 'entries-gone' : 'not-registered';
  const [place = installed?.path] = pathsOf(named.filter(({ scope }) => scope !== 'plugin'));
  const command = place === undefined ? 'Run carryover install' : renew([place], scene);
  return { id, says, remedy: `${command}, then start Claude Code anew.` };
}

function pathsOf(hooks: ConfiguredHook[]): string[] {
  return [...new Set(hooks.map(({ file }) => file))];
}

function eventsOf(registrations: { event: string }[]): string {
  return [...new Set(registrations.map(({ event }) => event))].join(', ');
}
