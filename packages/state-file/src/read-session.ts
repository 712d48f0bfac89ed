import { scanTranscript, type ReadFailure } from '@carryover/transcript';
import { collectEvents } from './collect-events.ts';
import { stringLimit } from './string-limit.ts';
import type { SessionRecord } from './session-event.ts';

/** The events of a session, from its transcript, without anything being written. */
export function readSession(transcript: string): ({ ok: true } & SessionRecord) | ReadFailure {
  const collector = collectEvents();
  const scan = scanTranscript(transcript, [collector], { maxStringBytes: stringLimit });
  return scan.ok ? { ok: true, ...collector.finish() } : scan;
}
