import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isRecord } from '../is-record.ts';

/** The built program that asks a model. */
export const ENRICH_FILE = 'carryover-enrich.cjs';

/** The built code that draws facts from a transcript. */
export const FACTS_FILE = 'carryover-facts.cjs';

/** What few hooks need stands in files of its own beside the hooks, so that the others do not load it. */
export const HOOK_PARTS = [
  FACTS_FILE,
  'carryover-redact.cjs',
  'carryover-summary.cjs',
  ENRICH_FILE,
] as const;

/** What a part exports; nothing where the file is missing or does not load. */
export function loadPart(file: (typeof HOOK_PARTS)[number]): Record<string, unknown> {
  try {
    const path = partPath(file);
    const { createRequire } = process.getBuiltinModule('node:module');
    const loaded: unknown = createRequire(path)(path);
    return isRecord(loaded) ? loaded : {};
  } catch {
    return {};
  }
}

/** Beside the program that runs; npm starts it by a link. Throws where the program has gone. */
export function partPath(file: (typeof HOOK_PARTS)[number]): string {
  return join(dirname(realpathSync(process.argv[1] ?? '')), file);
}
