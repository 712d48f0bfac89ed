import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { snapshotSession, type Redact, type SessionState } from '@carryover/state-file';
import { redactBundle } from '../hook-bundle.ts';

/**
 * The states of a session as they were when its transcript ended at these offsets, made anew: only
 * the newest is kept. Nothing stays on disk. `undefined` where the transcript cannot be read.
 */
export async function statesBefore(
  transcript: string,
  offsets: number[],
): Promise<(SessionState | undefined)[]> {
  const folder = mkdtempSync(join(tmpdir(), 'carryover-report-'));
  try {
    const { redactSecrets: redact }: { redactSecrets: Redact } = createRequire(import.meta.url)(
      redactBundle(),
    );
    const states: (SessionState | undefined)[] = [];
    for (const [index, end] of offsets.entries()) {
      const part = join(folder, `${index}.jsonl`);
      // One at a time: each may be as large as the transcript.
      // oxlint-disable-next-line no-await-in-loop
      states.push(await stateOf(part, { transcript, end, home: folder, redact }));
      rmSync(part, { force: true });
    }
    return states;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function stateOf(
  part: string,
  {
    transcript,
    end,
    home,
    redact,
  }: { transcript: string; end: number; home: string; redact: Redact },
): Promise<SessionState | undefined> {
  if (end === 0) return undefined;
  await pipeline(
    createReadStream(transcript, { end: end - 1 }),
    createWriteStream(part, { mode: 0o600 }),
  );
  const options = {
    home,
    project: 'report',
    session: `at-${end}`,
    transcript: part,
    now: new Date(),
    redact,
  };
  const snapshot = await snapshotSession(options);
  return snapshot.ok ? snapshot.state : undefined;
}
