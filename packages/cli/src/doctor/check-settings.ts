import { lintHooks, type HookLint } from '@carryover/schemas/settings';
import { isOurs } from '../settings/hook-entries.ts';
import { leniencyProblem, settingsProblem } from '../settings/check-settings.ts';
import { SCOPES } from '../settings/settings-path.ts';
import { field, type ClientFile } from './client-files.ts';
import type { Finding } from './finding.ts';
import { misfitSetting } from './misfit-setting.ts';
import { renew } from './renew.ts';
import type { DoctorScene } from './scene.ts';

/** Files of which the client runs no hook, and entries of ours that do not do what they look like. */
export function checkSettingsFiles(scene: DoctorScene): Finding[] {
  return scene.files.flatMap((file) => {
    const problem = fileProblem(file);
    if (problem === undefined) return lints(file, scene);
    return [
      { id: 'settings-malformed', says: `${file.path}: ${problem}.`, remedy: 'Mend that place.' },
    ];
  });
}

/** Why the client takes nothing of the file. */
export function fileProblem({ text, unreadable, scope, value }: ClientFile): string | undefined {
  const isPersonal = SCOPES.some((name) => name === scope);
  const misfit = isPersonal ? misfitSetting(value) : undefined;
  return unreadable ?? settingsProblem(text) ?? leniencyProblem(text) ?? misfit;
}

function lints({ path, text, value, scope }: ClientFile, scene: DoctorScene): Finding[] {
  // The client takes such settings as none.
  if (scope !== 'plugin' && text.trim() === '') return [];
  const options = {
    plugin: scope === 'plugin',
    ...(scene.version === undefined ? {} : { client: scene.version }),
  };
  const isOfOurs = (lint: HookLint): boolean => isOurs(valueAt(value, lint.path.slice(0, 5)));
  const found = lintHooks(value, options);
  return found
    .filter(({ rule }) => rule !== 'newer-event' || !isForNewer({ value, scope }, found))
    .filter(({ rule }) => rule !== 'hooks-disabled' && rule !== 'duplicate-command')
    .filter((lint) => lint.effect === 'file' || isOfOurs(lint))
    .map((lint) => ({
      id: lint.rule,
      says: `${path}: ${lint.message}`,
      remedy: isOfOurs(lint)
        ? `${renew([path], scene)}: it writes its own entries anew. Or mend that place.`
        : 'Mend that place.',
    }));
}

/** A plugin's file that names nothing but newer events is meant to be lost alone. */
function isForNewer({ value, scope }: Pick<ClientFile, 'value' | 'scope'>, found: HookLint[]) {
  const newer = found.filter(({ rule }) => rule === 'newer-event');
  const events = Object.keys(Object(field(value, 'hooks')));
  return scope === 'plugin' && newer.length === events.length;
}

/** `['hooks', event, group, 'hooks', index]` is a handler. */
function valueAt(value: unknown, path: (string | number)[]): unknown {
  return path.reduce(
    (found: unknown, key) =>
      Array.isArray(found) ? found[Number(key)] : field(found, String(key)),
    value,
  );
}
