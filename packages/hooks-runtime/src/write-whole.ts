import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** Writes a file of the person's own (0600), whole or not at all. Throws what the file system says. */
export function writeWhole(file: string, content: string): void {
  const unfinished = `${file}.unfinished`;
  try {
    writeFileSync(unfinished, content, { mode: 0o600 });
    renameSync(unfinished, file);
  } catch (error) {
    // A full disk leaves an empty one, and nobody would ever take it.
    rmSync(unfinished, { force: true });
    throw error;
  }
}
