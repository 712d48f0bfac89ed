import { managedSettings, pluginFiles, settingsFiles } from '../doctor/client-files.ts';
import { enabledPlugins } from '../doctor/enabled-plugins.ts';
import { ourHooks } from './edit-settings.ts';
import { SCOPES, type Scope, type SettingsPlace } from './settings-path.ts';

/**
 * The events of which a plugin brings our hook wherever settings of that scope count: one that is
 * switched on for a project alone does not serve the person's other projects.
 */
export function pluginEvents(
  scope: Scope,
  place: SettingsPlace & { version?: string | undefined },
  settings = settingsFiles({ ...place, managed: managedSettings() }),
): string[] {
  const asWide: string[] = [...SCOPES.slice(0, SCOPES.indexOf(scope) + 1), 'managed'];
  const plugins = enabledPlugins(
    place,
    settings.filter((file) => asWide.includes(file.scope)),
  );
  const hooks = plugins.flatMap(pluginFiles).flatMap(({ text }) => ourHooks(text));
  return [...new Set(hooks.map(({ event }) => event))];
}
