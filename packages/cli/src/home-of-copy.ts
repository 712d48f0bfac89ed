import { basename, dirname } from 'node:path';
import { carryoverHome } from '@carryover/hooks-runtime';

/**
 * The home that a program works for. `install` puts copies into `<home>/bin`: they work for that home
 * whatever the client's environment, unless `CARRYOVER_HOME` names another.
 *
 * @param installedName the file name that only the copy has.
 */
export function homeOfCopy(path: string, installedName: string): string | undefined {
  const isCopy = !process.env['CARRYOVER_HOME'] && basename(path) === installedName;
  return isCopy ? dirname(dirname(path)) : carryoverHome();
}
