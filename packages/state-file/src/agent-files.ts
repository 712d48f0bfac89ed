import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { scanTranscript } from '@carryover/transcript';
import { collectEvents } from './collect-events.ts';
import type { SessionEvent } from './session-event.ts';

/** Bytes of sub-agents' transcripts that are read, newest agents first: they are not the work itself. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * The transcripts of a session's sub-agents by agent id: in a folder of the session's own, or, up to
 * 2.0, beside it under the ids that it names.
 */
export function findAgentFiles(transcript: string, ids: Iterable<string>): Map<string, string> {
  const folder = join(transcript.replace(/\.jsonl$/, ''), 'subagents');
  const files = new Map<string, string>();
  for (const name of namesIn(folder)) {
    const id = /^agent-([\w-]+)\.jsonl$/.exec(name)?.[1];
    // The summariser of a compaction leaves a transcript, too.
    if (id !== undefined && !id.startsWith('acompact')) files.set(id, join(folder, name));
  }
  for (const id of ids) {
    const beside = join(dirname(transcript), `agent-${basename(id)}.jsonl`);
    if (!files.has(id) && statSync(beside, { throwIfNoEntry: false })) files.set(id, beside);
  }
  return files;
}

/** What the agents did: their tool uses, marked as theirs. */
export function readAgents(files: ReadonlyMap<string, string>): SessionEvent[] {
  const newest = [...files]
    .map(([id, path]) => ({ id, path, stats: statSync(path, { throwIfNoEntry: false }) }))
    .toSorted((a, b) => (b.stats?.mtimeMs ?? 0) - (a.stats?.mtimeMs ?? 0));
  let left = MAX_BYTES;
  return newest.flatMap(({ path, stats }) => {
    left -= stats?.size ?? 0;
    if (left < 0) return [];
    const collector = collectEvents();
    scanTranscript(path, [collector]);
    return collector.finish().asides;
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Sessions without sub-agents have no such folder.
    return [];
  }
}
