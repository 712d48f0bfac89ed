import { dirname, join } from 'node:path';
import { isRecord } from '../is-record.ts';

/** What few hooks need stands in files of its own beside the hooks, so that the others do not load it. */
export const HOOK_PARTS = ['carryover-redact.cjs', 'carryover-summary.cjs'] as const;

/** What a part exports under that name; `undefined` where the file is missing or does not load. */
export function loadPart(file: (typeof HOOK_PARTS)[number], name: string): unknown {
  try {
    const path = join(dirname(process.argv[1] ?? ''), file);
    const { createRequire } = process.getBuiltinModule('node:module');
    const loaded: unknown = createRequire(path)(path);
    return isRecord(loaded) ? loaded[name] : undefined;
  } catch {
    return undefined;
  }
}
