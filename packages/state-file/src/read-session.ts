import { scanTranscript, type ReadFailure, type ScanOptions } from '@carryover/transcript';
import { collectEvents } from './collect-events.ts';
import { stringLimit } from './string-limit.ts';
import type { SessionRecord } from './session-event.ts';

/** Where the events begin that a part of a session holds, in bytes; 0 for a whole one. */
export type SessionPart = SessionRecord & { from: number };

/** The events of a session, or of a part of it, from its transcript, without anything being written. */
export function readSession(
  transcript: string,
  part: Pick<ScanOptions, 'from' | 'lastBytes'> = {},
): ({ ok: true } & SessionPart) | ReadFailure {
  const collector = collectEvents();
  const scan = scanTranscript(transcript, [collector], { ...part, maxStringBytes: stringLimit });
  return scan.ok ? { ok: true, from: scan.from, ...collector.finish() } : scan;
}
