import { CliError } from '../cli-error.ts';
import { edit, valueAt } from '../settings/edit-json.ts';
import { readSettings, writeSettings } from '../settings/settings-file.ts';
import { readConfigFile } from './config-file.ts';
import { userConfigFile } from './read-config.ts';

export type WriterChoice =
  | { writer: 'none' | 'claude' }
  | { writer: 'anthropic'; keyVariable: string };

/**
 * Prepares to write the choice into `config.json`, everything else in it kept; the returned function
 * does it. Throws `CliError` for a file that cannot be edited.
 */
export function prepareWriter(home: string, choice: WriterChoice): () => void {
  const file = userConfigFile(home);
  const contents = readConfigFile(file);
  if ('problem' in contents)
    throw new CliError(
      `Nothing was changed: ${file} ${contents.problem}. Mend that and run the command again.`,
    );
  const settings = readSettings(file);
  const { text = '' } = settings;
  const named = set(text, ['writer'], choice.writer);
  const after =
    choice.writer === 'anthropic'
      ? set(named, ['writerOptions', 'keyVariable'], choice.keyVariable)
      : named;
  return () => {
    if (after !== text) writeSettings(settings, after);
  };
}

function set(text: string, path: string[], value: string): string {
  return valueAt(text, path) === value ? text : edit(text, path, value);
}
