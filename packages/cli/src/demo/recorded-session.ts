import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isRecord } from '../is-record.ts';

/** A call of a hook as the client made it. */
export type RecordedEvent = {
  event: string;
  input: Record<string, unknown>;
  /** How much of the transcript was on disk then. */
  transcriptBytes: number;
  /** ISO 8601. */
  at: string;
};

export type RecordedSession = { events: RecordedEvent[]; transcript: Buffer };

/** The session that ships with the package: see `demo/session/README.md` for how it was made. */
export function readRecordedSession(): RecordedSession {
  const lines = readFileSync(shipped('events.jsonl'), 'utf8').trimEnd().split('\n');
  const events = lines.map((line): unknown => JSON.parse(line)).filter(isRecordedEvent);
  return { events, transcript: readFileSync(shipped('transcript.jsonl')) };
}

function shipped(name: string): string {
  return fileURLToPath(new URL(`../demo/session/${name}`, import.meta.url));
}

function isRecordedEvent(value: unknown): value is RecordedEvent {
  if (!isRecord(value) || !isRecord(value['input'])) return false;
  const { event, transcriptBytes, at } = value;
  return typeof event === 'string' && typeof transcriptBytes === 'number' && typeof at === 'string';
}
