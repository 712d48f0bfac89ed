import { fileURLToPath } from 'node:url';
import { HOOK_PARTS } from './hooks/load-part.ts';

/** The built hooks: one CommonJS file beside the built command. */
export function hookBundle(): string {
  return fileURLToPath(new URL('hook.cjs', import.meta.url));
}

/** What some hooks load beside themselves, by the name that it has to have there. */
export function hookParts(): { name: string; path: string }[] {
  return HOOK_PARTS.map((name) => ({ name, path: fileURLToPath(new URL(name, import.meta.url)) }));
}

/** The built status line, apart from the hooks: it is started for every update of the screen. */
export function statusBundle(): string {
  return fileURLToPath(new URL('statusline.cjs', import.meta.url));
}

/** The rules that find secrets, which whatever shows or keeps facts applies first. */
export function redactBundle(): string {
  return fileURLToPath(new URL('carryover-redact.cjs', import.meta.url));
}
