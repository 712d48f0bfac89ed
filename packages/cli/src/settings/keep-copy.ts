import { join } from 'node:path';
import { writeAtomic } from '@carryover/state-file';
import type { SettingsFile } from './settings-file.ts';

/** Should anything ever go wrong with the settings, they are still there as they were. Returns where. */
export function keepCopy(home: string, { text }: SettingsFile): string | undefined {
  if (text === undefined) return undefined;
  const stamp = new Date().toISOString().replaceAll(':', '-');
  const copy = join(home, 'settings', `${stamp}.json`);
  writeAtomic(copy, text, home);
  return copy;
}
