import { snapshotSession, type SessionState, type Snapshot } from '@carryover/state-file';
import type { SummaryInstructions } from '../summary.ts';
import { isRecord } from '../is-record.ts';
import { loadPart } from './load-part.ts';
import { loadRedact } from './load-redact.ts';
import { productHook } from './product-hook.ts';
import { projectOf, transcriptOf } from './session-files.ts';

/** Five minutes of the client's ten: a slow disk costs the state before it costs the compaction. */
const BUDGET_MS = 300_000;

/** Keeps the transcript and the state. What it says becomes part of the summariser's prompt. */
export const preCompact = productHook(
  'PreCompact',
  { budgetMs: BUDGET_MS },
  async (input, { context, home, config }) => {
    const transcript = transcriptOf(input);
    if ('missing' in transcript) return context.skip(transcript.missing);
    const snapshot = await snapshotSession({
      home,
      project: projectOf(input),
      session: input.session_id,
      transcript: transcript.path,
      now: new Date(),
      folder: input.cwd,
      redact: loadRedact(context),
      signal: context.signal,
    });
    if (!snapshot.ok) return context.skip(snapshot.reason);
    context.note(report(snapshot));
    const instructions = config.instructions ? instructionsFor(snapshot.state) : '';
    return instructions === '' ? undefined : { instructions };
  },
);

function instructionsFor(state: SessionState): string {
  const instructions = loadPart('carryover-summary.cjs', 'summaryInstructions');
  return isInstructions(instructions) ? instructions(state) : '';
}

function isInstructions(value: unknown): value is SummaryInstructions {
  return typeof value === 'function';
}

/** A state without its backup is told: nobody would look for what is silently missing. */
function report({ state, unchanged, backupFailure }: Extract<Snapshot, { ok: true }>): string {
  const { generation, backup } = state;
  if (unchanged) return `state ${generation} is current`;
  if (backup) return `state ${generation}, backup ${backup.originalBytes} → ${backup.bytes} bytes`;
  const code = isRecord(backupFailure) ? backupFailure['code'] : undefined;
  return `state ${generation}, no backup: ${typeof code === 'string' ? code : 'it failed'}`;
}
