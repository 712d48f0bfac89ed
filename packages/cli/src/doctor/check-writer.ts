import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { readWriterSettings, type WriterSettings } from '@carryover/state-file/enrich';
import { readConfigFile } from '../config/config-file.ts';
import type { Finding } from './finding.ts';
import type { DoctorScene } from './scene.ts';

/** What the chosen writer needs and does not find: its states would stay as they are. No model is asked. */
export function checkWriter({ hooksHome: home, config, env }: DoctorScene): Finding[] {
  const file = join(home, 'config.json');
  const read = readConfigFile(file);
  const settings = readWriterSettings('values' in read ? read.values : {}, config.config.writer);
  if (settings.writer === 'none') return [];
  const missing =
    settings.problems.length > 0
      ? wrong(settings.problems)
      : missingFor(settings, { startedIn: join(home, 'writer'), env });
  if (missing === undefined) return [];
  return [
    {
      id: 'writer-unavailable',
      says: `The writer ${settings.writer} cannot work: ${missing}.`,
      remedy: `Set it right in ${file}, a variable where Claude Code is started, or choose another writer: carryover install --writer none.`,
    },
  ];
}

function wrong(problems: string[]): string {
  return `${problems.join(', ')} ${problems.length === 1 ? 'has a value' : 'have values'} that it does not take`;
}

type Place = { startedIn: string; env: NodeJS.ProcessEnv };

function missingFor(
  { writer, keyVariable, program, command }: WriterSettings,
  place: Place,
): string | undefined {
  if (writer === 'anthropic') {
    if (keyVariable === undefined) return 'writerOptions.keyVariable is not set';
    return place.env[keyVariable]?.trim() ? undefined : `${keyVariable} is not in the environment`;
  }
  const wanted = writer === 'claude' ? (program ?? 'claude') : command?.[0];
  if (wanted === undefined) return 'writerOptions.command is not set';
  return canRun(wanted, place) ? undefined : `${wanted} is no program that can be run`;
}

/** As the system finds it: a path from the folder where it is started, a name on the PATH. */
function canRun(program: string, { startedIn, env }: Place): boolean {
  const isPath = /[\\/]/.test(program);
  const folders = isPath ? [''] : (env['PATH'] ?? '').split(delimiter);
  // What else Windows runs, only a shell starts there.
  const endings = process.platform === 'win32' ? ['', '.exe'] : [''];
  return folders.some((folder) =>
    endings.some((ending) => isProgram(resolve(startedIn, folder, program + ending))),
  );
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
