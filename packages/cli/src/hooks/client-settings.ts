import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { claudeConfigDir } from '@carryover/hooks-runtime';
import { HOOK_FILE } from '../settings/hook-entries.ts';

/** What the client is set to, by increasing strength: user, project, local. Empty where nothing is. */
export function clientSettings(): Record<string, unknown> {
  return Object.assign({}, ...settingsTexts().map((text) => parsed(text)));
}

/**
 * True where the client's settings start the installed hook of this event. The same hook of a plugin
 * then stands back: the client runs both at once, and only one may speak.
 */
export function isInSettings(event: string): boolean {
  // As text: these settings may hold comments. One of ours that is commented out does not run.
  const entry = new RegExp(
    `^(?!\\s*//).*${HOOK_FILE.replace('.', '\\.')}['"\\\\]*\\s+${event}\\b`,
    'm',
  );
  return settingsTexts().some((text) => entry.test(text));
}

function settingsTexts(): string[] {
  const user = claudeConfigDir();
  const project = process.env['CLAUDE_PROJECT_DIR'];
  const files = [
    user && join(user, 'settings.json'),
    project && join(project, '.claude', 'settings.json'),
    project && join(project, '.claude', 'settings.local.json'),
  ];
  return files.flatMap((file) => (file ? (readText(file) ?? []) : []));
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // Missing, or not for us to read.
    return undefined;
  }
}

/** The object that the text holds; an empty one where it holds comments: then the defaults decide. */
function parsed(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
