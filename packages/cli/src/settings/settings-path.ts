import { join } from 'node:path';

/** The settings files that a person edits, the weakest first. */
export const SCOPES = ['user', 'project', 'local'] as const;

export type Scope = (typeof SCOPES)[number];

export type SettingsPlace = {
  /** Claude Code's folder. */
  configDir: string;
  /** The folder that the client is started in. */
  folder: string;
};

/** The file in which the client reads the settings of a scope. */
export function settingsPath(scope: Scope, { configDir, folder }: SettingsPlace): string {
  if (scope === 'user') return join(configDir, 'settings.json');
  const name = scope === 'local' ? 'settings.local.json' : 'settings.json';
  return join(folder, '.claude', name);
}
