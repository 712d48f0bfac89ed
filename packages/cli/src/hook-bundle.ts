import { fileURLToPath } from 'node:url';
import { REDACT_FILE } from './hooks/load-redact.ts';

/** The built hooks: one CommonJS file beside the built command. */
export function hookBundle(): string {
  return fileURLToPath(new URL('hook.cjs', import.meta.url));
}

/** The rules that find secrets, which the hooks load when they write a state. */
export function redactBundle(): string {
  return fileURLToPath(new URL(REDACT_FILE, import.meta.url));
}

/** The built status line, apart from the hooks: it is started for every update of the screen. */
export function statusBundle(): string {
  return fileURLToPath(new URL('statusline.cjs', import.meta.url));
}
