import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { statusBundle } from '../hook-bundle.ts';
import { showStatus } from '../statusline/show-status.ts';
import { STATUS_FILE, statusSettings } from '../statusline/status-settings.ts';
import { folders } from './folders.ts';

/** Prints the status line for the JSON on stdin; on a terminal, how to have the client show it. */
export async function statusline(options: { settings?: boolean }): Promise<void> {
  const { home, configDir } = folders();
  if (!options.settings && !process.stdin.isTTY) return showStatus(home);
  const installed = join(home, 'bin', STATUS_FILE);
  const file = existsSync(installed) ? installed : statusBundle();
  const settings = JSON.stringify(statusSettings({ node: process.execPath, file }), null, 2);
  if (!options.settings) console.log(`Add this to ${join(configDir, 'settings.json')}:\n`);
  console.log(settings);
}
