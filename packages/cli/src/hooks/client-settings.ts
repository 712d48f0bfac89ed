import { join } from 'node:path';
import { claudeConfigDir, stripBom } from '@carryover/hooks-runtime';
import { readForeignText } from '@carryover/state-file';
import { isRecord } from '../is-record.ts';
import { isOurs } from '../settings/hook-entries.ts';
import { missingProgram } from '../settings/missing-program.ts';

/**
 * What the client is set to, by increasing strength: user, project, local. Empty where nothing is. Without
 * a project, of the one that the client names.
 */
export function clientSettings(project = clientsProject()): Record<string, unknown> {
  return Object.assign({}, ...readSettings(project));
}

function clientsProject(): string | undefined {
  return process.env['CLAUDE_PROJECT_DIR'];
}

/**
 * True where the client's settings start our hook of this event, by a program that is there. The same
 * hook of a plugin then stands back: the client runs both at once, and only one may speak.
 */
export function isInSettings(event: string): boolean {
  return readSettings(clientsProject()).some(({ hooks }) => {
    const groups = isRecord(hooks) ? hooks[event] : undefined;
    return (
      Array.isArray(groups) &&
      groups.some((group) => isRecord(group) && [group['hooks']].flat().some(isStarted))
    );
  });
}

function isStarted(handler: unknown): boolean {
  return isOurs(handler) && missingProgram(handler) === undefined;
}

function readSettings(project: string | undefined): Record<string, unknown>[] {
  const user = claudeConfigDir();
  const files = [
    user && join(user, 'settings.json'),
    project && join(project, '.claude', 'settings.json'),
    project && join(project, '.claude', 'settings.local.json'),
  ];
  const values = files.map((file) => (file ? readObject(file) : undefined));
  return values.filter((value) => value !== undefined);
}

/** `undefined` where the client takes nothing of the file either: missing, unreadable, or with comments. */
function readObject(file: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(stripBom(readForeignText(file) ?? ''));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
