import { writeSync } from 'node:fs';
import { readStdin } from '@carryover/hooks-runtime';
import { readLedger, type LedgerEntry } from '@carryover/state-file';
import { isVoid, measureContext } from '../hooks/measure-context.ts';
import { warningConfig, type WarningConfig } from '../config/warning-config.ts';
import { statusLine, type StatusFacts } from './status-line.ts';
import { readStatusInput, type StatusInput } from './status-input.ts';

const LIMITS = { maxBytes: 1024 * 1024, deadlineMs: 2_000 };

/**
 * Reads the client's status-line JSON from stdin and prints one line. Whatever goes wrong there is
 * still one short line and exit code 0: the client blanks its status line otherwise.
 */
export async function showStatus(home: string | undefined): Promise<void> {
  const line = await lineFromStdin(home);
  try {
    writeSync(1, `${line}\n`);
  } catch {
    // The client has gone: it starts a new process for each update and ends the old one.
  }
}

async function lineFromStdin(home: string | undefined): Promise<string> {
  try {
    const stdin = await readStdin(LIMITS);
    const input = stdin.ok ? readStatusInput(stdin.text) : undefined;
    if (input === undefined) return 'carryover: no status JSON on stdin';
    const colour = !process.env['NO_COLOR'];
    return statusLine(statusFacts(input, home), { now: new Date(), colour });
  } catch {
    return 'carryover: the status is unreadable';
  }
}

function statusFacts(input: StatusInput, home: string | undefined): StatusFacts {
  const ledger = home && input.session ? readLedger(home, input.session) : [];
  const { folder = process.cwd(), model = null } = input;
  const config = warningConfig(home, folder);
  return {
    ...(input.shown ? shareOf(input.shown) : measured(input, ledger, config)),
    threshold: config.threshold(model),
    stateAt: ledger.findLast(({ type }) => type === 'state')?.at,
  };
}

type Share = Pick<StatusFacts, 'percent' | 'tokens' | 'window' | 'unknown'>;

/** What the client itself shows needs no file to be read. */
function shareOf({ tokens, window }: NonNullable<StatusInput['shown']>): Share {
  return { tokens, window, percent: Math.min(100, (tokens * 100) / window), unknown: '' };
}

function measured(
  { transcript, raw }: StatusInput,
  ledger: LedgerEntry[],
  { window: own, threshold }: WarningConfig,
): Share {
  const nothing = { percent: undefined, tokens: undefined, window: undefined };
  if (transcript === undefined) return { ...nothing, unknown: 'no transcript' };
  const usage = measureContext(transcript, { window: own, atLeast: threshold, statusLine: raw });
  if (!usage.ok) return { ...nothing, unknown: 'no reply yet' };
  const { tokens, percent, window, estimate, state } = usage;
  if (tokens !== null && percent !== null && !isVoid(usage, ledger)) {
    return { tokens, window, percent, unknown: '' };
  }
  if (estimate)
    return { ...nothing, unknown: `compacted, about ${Math.round(estimate.percent)} %` };
  return { ...nothing, unknown: state === 'no-reply' ? 'no reply yet' : 'compacted' };
}
