import { defineHook } from '@carryover/hooks-runtime';
import { snapshotSession, type Snapshot } from '@carryover/state-file';
import { isRecord } from '../is-record.ts';
import { detachWriter } from './detach-writer.ts';
import { loadRedact } from './load-redact.ts';
import { projectOf, transcriptOf } from './session-files.ts';

/** Five minutes of the client's ten: a slow disk costs the state before it costs the compaction. */
const BUDGET_MS = 300_000;

/** Keeps the transcript and the state. Says nothing: the summariser would read it as instructions. */
export const preCompact = defineHook(
  'PreCompact',
  { budgetMs: BUDGET_MS },
  async (input, context) => {
    if (input.agent_id) return context.skip('a sub-agent compacts');
    if (!context.home) return context.skip('no home folder');
    const transcript = transcriptOf(input);
    if ('missing' in transcript) return context.skip(transcript.missing);
    const snapshot = await snapshotSession({
      home: context.home,
      project: projectOf(input),
      session: input.session_id,
      transcript: transcript.path,
      now: new Date(),
      folder: input.cwd,
      redact: loadRedact(context),
      signal: context.signal,
    });
    if (!snapshot.ok) return context.skip(snapshot.reason);
    const asked = snapshot.unchanged
      ? ''
      : detachWriter(context, snapshot.state, input.custom_instructions);
    context.note(report(snapshot) + asked);
    return undefined;
  },
);

/** A state without its backup is told: nobody would look for what is silently missing. */
function report({ state, unchanged, backupFailure }: Extract<Snapshot, { ok: true }>): string {
  const { generation, backup } = state;
  if (unchanged) return `state ${generation} is current`;
  if (backup) return `state ${generation}, backup ${backup.originalBytes} → ${backup.bytes} bytes`;
  const code = isRecord(backupFailure) ? backupFailure['code'] : undefined;
  return `state ${generation}, no backup: ${typeof code === 'string' ? code : 'it failed'}`;
}
