import { existsSync } from 'node:fs';
import type { HookContext } from '@carryover/hooks-runtime';
import type { SessionState } from '@carryover/state-file';
import type { Config } from '../config/keys.ts';
import { ENRICH_FILE, partPath } from './load-part.ts';

/** What the job is told. Keys and what else it needs it reads itself. */
export type EnrichJob = {
  project: string;
  /** Of the state: not the hook's where a forked file goes on under another id. */
  session: string;
  generation: number;
  writer: string;
  /** What the person wrote behind `/compact`. */
  wish?: string | undefined;
};

/** Hands the state over to a model where the person has switched one on. Says what came of it. */
export function detachWriter(
  context: HookContext,
  { project, session, generation }: SessionState,
  { writer, wish }: { writer: Config['writer']; wish: string | null | undefined },
): string {
  if (writer === 'none') return '';
  const program = partPath(ENRICH_FILE);
  if (!existsSync(program)) return `, ${ENRICH_FILE} is missing: install carryover again`;
  const payload: EnrichJob = { project, session, generation, writer, wish: wish || undefined };
  context.detach({ name: 'enrich', program, payload });
  return `, ${writer} is asked`;
}
