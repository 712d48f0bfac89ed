import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testdir, transcriptBuilder, type TranscriptBuilder } from '@carryover/testing';
import { readSession } from '../read-session.ts';
import type { SessionRecord } from '../session-event.ts';
import { buildState, type SessionState } from '../session-state.ts';

type Answer = {
  /** What the model got back. */
  text?: string;
  /** The structured result, `toolUseResult` on the line. */
  result?: unknown;
  isError?: boolean;
  /** Further fields of the result's line. */
  fields?: Record<string, unknown>;
};

export type SessionBuilder = TranscriptBuilder & {
  /** A tool use and its result. Returns the id of the use. */
  tool: (name: string, input: Record<string, unknown>, answer?: Answer) => string;
};

/** The session that the real client wrote for `carryover demo`. */
export const RECORDED = fileURLToPath(
  new URL('../../../cli/demo/session/transcript.jsonl', import.meta.url),
);

export function sessionBuilder(session?: string): SessionBuilder {
  const transcript = transcriptBuilder(session);
  let count = 0;
  return Object.assign(transcript, {
    tool(name: string, input: Record<string, unknown>, answer: Answer = {}): string {
      const id = `toolu_${++count}`;
      transcript.toolUse(id, name, input);
      const { text = 'done', result, isError = false, fields = {} } = answer;
      transcript.toolResult(id, text, { isError, toolUseResult: result, ...fields });
      return id;
    },
  });
}

/** The events of a session that is written down line by line. */
export function sessionOf(build: (session: SessionBuilder) => void): SessionRecord {
  const session = sessionBuilder();
  build(session);
  using folder = testdir({ 'session.jsonl': session.toString() });
  return read(join(folder.path, 'session.jsonl'));
}

export function recordedSession(): SessionRecord {
  return read(RECORDED);
}

/** The state of that session as one of its generations. */
export function recordedState(generation: number): SessionState {
  return buildState(recordedSession(), {
    session: 's1',
    project: 'app-1',
    generation,
    createdAt: '2026-11-01T12:00:00.000Z',
    transcript: { path: '/t.jsonl', bytes: 10, skippedLines: 0 },
  });
}

/** Facts without their evidence, one line each. */
export function texts(facts: { text: string }[]): string[] {
  return facts.map(({ text }) => text);
}

function read(path: string): SessionRecord {
  const session = readSession(path);
  if (!session.ok) throw new Error(`unreadable: ${session.reason}`);
  return session;
}
