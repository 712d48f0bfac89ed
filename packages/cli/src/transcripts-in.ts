import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The client names a project's folder after its path. */
export function sessionsFolder(configDir: string, project: string): string {
  return join(configDir, 'projects', project.replace(/[^A-Za-z0-9]/g, '-'));
}

/** The sessions of a folder of the client's, without its sub-agents (2.0.77 keeps them there too). */
export function transcriptsIn(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
    return names.filter((name) => !name.startsWith('agent-')).map((name) => join(folder, name));
  } catch {
    return [];
  }
}
