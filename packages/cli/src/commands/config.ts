import { ABOUT } from '../config/about.ts';
import { configSchema } from '../config/json-schema.ts';
import { configKeys } from '../config/keys.ts';
import { projectConfigFile, userConfigFile } from '../config/read-config.ts';
import { hooksConfig } from '../settings/hooks-config.ts';
import { folders } from './folders.ts';
import { columns, print } from './print.ts';
import { workFolder } from './sessions.ts';

/** Each value and where it comes from, and what is wrong; or the JSON Schema of `config.json`. */
export function config(options: { json?: boolean; schema?: boolean }): void {
  if (options.schema) {
    console.log(JSON.stringify(configSchema(), null, 2));
    return;
  }
  const project = workFolder();
  const { home, read } = hooksConfig({ ...folders(), folder: project });
  const { config: values, origin, problems, notices } = read;
  const files = { user: userConfigFile(home), project: projectConfigFile(project) };
  const settings = configKeys().map((key) => ({
    key,
    value: values[key],
    from: origin[key] ?? 'default',
    about: ABOUT[key],
  }));
  print(options, { files, settings, problems, notices }, () =>
    [
      columns(
        settings.map(({ key, value, from }) => [
          key,
          JSON.stringify(value),
          shortFrom(from, files),
        ]),
      ),
      '',
      `user     ${files.user}`,
      `project  ${files.project}`,
      ...problems.map((problem) => `problem  ${problem}`),
      ...notices.map((notice) => `note     ${notice}`),
    ].join('\n'),
  );
}

function shortFrom(from: string, files: { user: string; project: string }): string {
  if (from === files.user) return 'user';
  return from === files.project ? 'project' : from;
}
