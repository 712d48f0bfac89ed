import { join } from 'node:path';
import { makePrivateFolder } from '../store/private-folder.ts';
import { anthropicWriter } from './anthropic-writer.ts';
import { claudeWriter } from './claude-writer.ts';
import { commandWriter } from './command-writer.ts';
import type { Writer } from './writer.ts';
import type { WriterSettings } from './writer-settings.ts';

type Environment = Record<string, string | undefined>;

export type WriterPlace = {
  /** carryover's folder. */
  home: string;
  /** What keys and the variables of children are taken from. */
  environment: Environment;
  /** Variables that every child gets: what tells hooks that they are started by carryover. */
  mark: Record<string, string>;
};

/** The writer that the settings name, `undefined` for none, or what is missing for it. */
export function createWriter(
  settings: WriterSettings,
  { home, environment, mark }: WriterPlace,
): Writer | { missing: string } | undefined {
  const { writer, keyVariable, baseUrl, prices, command, program } = settings;
  if (writer === 'none') return undefined;
  if (writer === 'anthropic') {
    if (keyVariable === undefined) return { missing: 'writerOptions.keyVariable is not set' };
    const apiKey = environment[keyVariable]?.trim();
    return apiKey
      ? anthropicWriter({ apiKey, baseUrl, prices })
      : { missing: `${keyVariable} is not in the environment` };
  }
  // Outside of every project, so that none of its files are found.
  const folder = join(home, 'writer');
  makePrivateFolder(folder, home);
  const env = { ...childEnvironment(environment, settings.passOn), ...mark };
  if (writer === 'claude') return claudeWriter({ program, home, folder, env });
  return command
    ? commandWriter({ command, folder, env })
    : { missing: 'writerOptions.command is not set' };
}

/** What a program needs to find its files, its login and the network. No keys: they are passed on by name. */
const HARMLESS =
  'PATH HOME USER LOGNAME SHELL LANG LC_ALL TMPDIR CLAUDE_CONFIG_DIR XDG_RUNTIME_DIR ' +
  'HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy ' +
  'NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR ' +
  'USERPROFILE APPDATA LOCALAPPDATA SystemRoot ComSpec PATHEXT TEMP TMP';

function childEnvironment(environment: Environment, passOn: string[]): Record<string, string> {
  return Object.fromEntries(
    [...HARMLESS.split(' '), ...passOn].flatMap((name) => {
      const value = environment[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
