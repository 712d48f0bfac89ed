import type { SessionState, Snapshot } from '@carryover/state-file';
import type { SummaryInstructions } from '../summary.ts';
import { retentionOf } from '../config/keys.ts';
import { detachWriter } from './detach-writer.ts';
import { failureCode } from './failure-code.ts';
import { loadFacts } from './load-facts.ts';
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
    const snapshot = await loadFacts().snapshotSession({
      home,
      project: projectOf(input),
      session: input.session_id,
      transcript: transcript.path,
      now: new Date(),
      folder: input.cwd,
      redact: loadRedact(context),
      retention: retentionOf(config),
      signal: context.signal,
    });
    if (!snapshot.ok) return context.skip(snapshot.reason);
    const wish = input.custom_instructions;
    const asked =
      snapshot.unchanged || snapshot.saveFailure !== undefined
        ? ''
        : detachWriter(context, snapshot.state, { writer: config.writer, wish });
    const isWhole = (snapshot.saveFailure ?? snapshot.ledgerFailure) === undefined;
    if (isWhole) context.note(report(snapshot) + asked);
    else context.fail(report(snapshot) + asked);
    const instructions = config.instructions ? instructionsFor(snapshot.state) : '';
    return instructions === '' ? undefined : { instructions };
  },
);

function instructionsFor(state: SessionState): string {
  const instructions = loadPart('carryover-summary.cjs')['summaryInstructions'];
  return isInstructions(instructions) ? instructions(state) : '';
}

function isInstructions(value: unknown): value is SummaryInstructions {
  return typeof value === 'function';
}

/** A state without its backup is told: nobody would look for what is silently missing. */
function report(snapshot: Extract<Snapshot, { ok: true }>): string {
  const { state, unchanged, saveFailure, ledgerFailure, backupFailure, pruneFailure } = snapshot;
  const { generation, backup } = state;
  if (saveFailure !== undefined)
    return `state ${generation} is not kept: ${failureCode(saveFailure)}`;
  if (unchanged) return `state ${generation} is current`;
  const kept = backup
    ? `backup ${backup.originalBytes} → ${backup.bytes} bytes`
    : `no backup: ${failureCode(backupFailure)}`;
  const old = pruneFailure === undefined ? '' : `, old backups stay: ${failureCode(pruneFailure)}`;
  const ledger =
    ledgerFailure === undefined
      ? ''
      : `, the ledger has no entry of it: ${failureCode(ledgerFailure)}`;
  return `state ${generation}, ${kept}${old}${ledger}`;
}
