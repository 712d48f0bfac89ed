import { fileURLToPath } from 'node:url';

/** The built hooks: one CommonJS file beside the built command. */
export function hookBundle(): string {
  return fileURLToPath(new URL('hook.cjs', import.meta.url));
}
