import { statSync } from 'node:fs';
import { listAgentFiles, scanTranscript } from '@carryover/transcript';
import { collectEvents } from './collect-events.ts';
import type { SessionEvent } from './session-event.ts';
import { stringLimit } from './string-limit.ts';

/** Bytes of sub-agents' transcripts that are read, newest agents first: they are not the work itself. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The transcripts of a session's sub-agents by agent id. */
export function findAgentFiles(transcript: string): Map<string, string> {
  const workers = listAgentFiles(transcript).filter(({ role }) => role === 'worker');
  return new Map(workers.map(({ agentId, path }) => [agentId, path]));
}

/** What the agents did: their tool uses, marked as theirs. */
export function readAgents(files: ReadonlyMap<string, string>): SessionEvent[] {
  const newest = [...files.values()]
    .map((path) => ({ path, stats: statSync(path, { throwIfNoEntry: false }) }))
    .toSorted((a, b) => (b.stats?.mtimeMs ?? 0) - (a.stats?.mtimeMs ?? 0));
  let left = MAX_BYTES;
  return newest.flatMap(({ path, stats }) => {
    left -= stats?.size ?? 0;
    if (left < 0) return [];
    const collector = collectEvents();
    scanTranscript(path, [collector], { maxStringBytes: stringLimit });
    return collector.finish().asides;
  });
}
