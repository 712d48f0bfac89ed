import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export type TestDir = { path: string; [Symbol.dispose]: () => void };

/** A temporary folder with these files in it, removed at the end of the `using` scope. */
export function testdir(files: Record<string, string | Uint8Array> = {}): TestDir {
  const path = mkdtempSync(join(tmpdir(), 'carryover-test-'));
  for (const [name, contents] of Object.entries(files)) {
    const file = join(path, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, contents);
  }
  return {
    path,
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }),
  };
}
