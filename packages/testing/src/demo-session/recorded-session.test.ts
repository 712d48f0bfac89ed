import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Line = { subtype?: string; compactMetadata?: { trigger: string } };
type Event = {
  event: string;
  input: { source?: string; trigger?: string };
  transcriptBytes: number;
};

const folder = new URL('../../../cli/demo/session/', import.meta.url);
const transcript = readFileSync(new URL('transcript.jsonl', folder));
const events = lines<Event>(readFileSync(new URL('events.jsonl', folder), 'utf8'));

test('is compacted once by hand and once by itself', () => {
  const boundaries = lines<Line>(transcript.toString()).filter(
    (line) => line.subtype === 'compact_boundary',
  );
  expect(boundaries.map((line) => line.compactMetadata?.trigger)).toEqual(['manual', 'auto']);
});

test('ends with a resume in a new process', () => {
  const starts = events.filter(({ event }) => event === 'SessionStart');
  expect(starts.map(({ input }) => input.source)).toEqual([
    'startup',
    'compact',
    'compact',
    'resume',
  ]);
});

test('cuts the transcript at the end of a line for every event', () => {
  for (const { transcriptBytes } of events.filter((event) => event.transcriptBytes > 0)) {
    expect(transcript[transcriptBytes - 1]).toBe('\n'.charCodeAt(0));
  }
  expect(events.at(-1)?.transcriptBytes).toBe(transcript.length);
});

function lines<Value>(text: string): Value[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line): Value => JSON.parse(line));
}
