import { isRecord } from '../is-record.ts';

type Kind = { is: (value: unknown) => boolean; name: string };

const text: Kind = { is: (value) => typeof value === 'string', name: 'a text' };
/** Of some of them the client takes `null` as missing. */
const flag: Kind = {
  is: (value) => typeof value === 'boolean' || value === null,
  name: 'true or false',
};
const list: Kind = { is: Array.isArray, name: 'a list' };
const object: Kind = { is: isRecord, name: 'an object' };
const days: Kind = {
  is: (value) => typeof value === 'number' && Number.isInteger(value) && value >= 0,
  name: 'a whole number',
};

/**
 * Settings of which one wrong value makes the client take nothing of its file, no hook either. Not all
 * of them: those of which 2.0.77 and 2.1.332 were both seen to do so, and only by kind of value.
 */
export const KINDS: Record<string, Kind> = {
  $schema: text,
  agent: text,
  apiKeyHelper: text,
  awsAuthRefresh: text,
  awsCredentialExport: text,
  language: text,
  minimumVersion: text,
  model: text,
  otelHeadersHelper: text,
  outputStyle: text,
  allowManagedHooksOnly: flag,
  alwaysThinkingEnabled: flag,
  disableAllHooks: flag,
  enableAllProjectMcpServers: flag,
  includeCoAuthoredBy: flag,
  promptSuggestionEnabled: flag,
  skipWebFetchPreflight: flag,
  spinnerTipsEnabled: flag,
  syntaxHighlightingDisabled: flag,
  cleanupPeriodDays: days,
  companyAnnouncements: list,
  enabledPlugins: object,
  fileSuggestion: object,
  permissions: object,
  'permissions.additionalDirectories': list,
  'permissions.allow': list,
  'permissions.ask': list,
  'permissions.defaultMode': text,
  'permissions.deny': list,
  pluginConfigs: object,
  remote: object,
  sandbox: object,
  'sandbox.enabled': flag,
  statusLine: object,
  'statusLine.command': text,
  'statusLine.type': text,
};

/** Which setting makes the client ignore the whole file; `undefined` where none is known to. */
export function misfitSetting(settings: unknown): string | undefined {
  const wrong = Object.entries(KINDS).find(([key, { is }]) => {
    const value = valueOf(settings, key);
    return value !== undefined && !is(value);
  });
  if (wrong === undefined) return undefined;
  const [key, { name }] = wrong;
  return `"${key}" must be ${name}; with another value Claude Code ignores the whole file, with its hooks`;
}

function valueOf(settings: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce((value: unknown, key) => (isRecord(value) ? value[key] : undefined), settings);
}
