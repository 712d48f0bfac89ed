import { fileURLToPath } from 'node:url';
import { ENRICH_FILE } from './hooks/detach-writer.ts';
import { REDACT_FILE } from './hooks/load-redact.ts';

/** The built hooks: one CommonJS file beside the built command. */
export function hookBundle(): string {
  return fileURLToPath(new URL('hook.cjs', import.meta.url));
}

/** The rules that find secrets, which the hooks load when they write a state. */
export function redactBundle(): string {
  return fileURLToPath(new URL(REDACT_FILE, import.meta.url));
}

/** The program that asks a model, which the hooks start when a writer is on. */
export function enrichBundle(): string {
  return fileURLToPath(new URL(ENRICH_FILE, import.meta.url));
}
