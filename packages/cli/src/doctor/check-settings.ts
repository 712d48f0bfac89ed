import { lintHooks } from '@carryover/schemas/settings';
import { isOurs } from '../settings/hook-entries.ts';
import { leniencyProblem, settingsProblem } from '../settings/check-settings.ts';
import { field, type ClientFile } from './client-files.ts';
import type { Finding } from './finding.ts';
import type { DoctorScene } from './scene.ts';

/** Files of which the client runs no hook, and entries of ours that do not do what they look like. */
export function checkSettingsFiles({ files, version }: DoctorScene): Finding[] {
  return files.flatMap((file) => {
    const problem = fileProblem(file);
    if (problem === undefined) return lints(file, version);
    return [
      { id: 'settings-malformed', says: `${file.path}: ${problem}.`, remedy: 'Mend that place.' },
    ];
  });
}

/** Why the client takes nothing of the file. */
export function fileProblem({ text, unreadable }: ClientFile): string | undefined {
  return unreadable ?? settingsProblem(text) ?? leniencyProblem(text);
}

function lints({ path, value, scope }: ClientFile, version: string | undefined): Finding[] {
  const options = {
    plugin: scope === 'plugin',
    ...(version === undefined ? {} : { client: version }),
  };
  return lintHooks(value, options)
    .filter(({ rule }) => rule !== 'hooks-disabled' && rule !== 'duplicate-command')
    .filter((lint) => lint.effect === 'file' || isOurs(valueAt(value, lint.path.slice(0, 5))))
    .map(({ rule, message }) => ({
      id: rule,
      says: `${path}: ${message}`,
      remedy: 'Mend that place, or run carryover install: it writes its own entries anew.',
    }));
}

/** `['hooks', event, group, 'hooks', index]` is a handler. */
function valueAt(value: unknown, path: (string | number)[]): unknown {
  return path.reduce(
    (found: unknown, key) =>
      Array.isArray(found) ? found[Number(key)] : field(found, String(key)),
    value,
  );
}
