import { join } from 'node:path';
import { isRecord } from '@carryover/transcript';
import type { DropReason } from './narrative.ts';
import { appendLine } from '../store/append-line.ts';
import { readText } from '../store/read-text.ts';
import type { CallUsage } from './writer.ts';

/** The call that a line of the ledger is about. */
export type Call = {
  session: string;
  project: string;
  generation: number;
  writer: string;
  model?: string | undefined;
  /** The fallback is asked where the primary model said nothing. */
  role: 'primary' | 'fallback';
};

/** One line of `log/calls.jsonl`: every call has one when it starts and one when it ends. */
export type CallRecord = Call & {
  /** ISO 8601. */
  time: string;
} & (
    | { phase: 'started' }
    | ({
        phase: 'ended';
        /** `unavailable`: no call was made after all. */
        outcome: 'answer' | 'refused' | 'timeout' | 'unavailable';
        /** Wall time in ms. */
        ms: number;
        detail?: string | undefined;
      } & CallUsage)
    /** What became of the answer. */
    | {
        phase: 'read';
        kept: number;
        dropped: Partial<Record<DropReason, number>>;
        repaired: string[];
      }
  );

export function callLedgerFile(home: string): string {
  return join(home, 'log', 'calls.jsonl');
}

/** Appends the line. Throws what the disk says: a call that cannot be written down is not made. */
export function recordCall(home: string, record: CallRecord): void {
  appendLine(callLedgerFile(home), home, record);
}

/** Every call so far, oldest first; a damaged line is passed over. */
export function readCalls(home: string): CallRecord[] {
  const text = readText(callLedgerFile(home)) ?? '';
  return text.split('\n').flatMap((line) => parse(line) ?? []);
}

function parse(line: string): CallRecord | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isCallRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isCallRecord(value: unknown): value is CallRecord {
  if (!isRecord(value)) return false;
  const { session, project, generation, phase } = value;
  return (
    typeof session === 'string' &&
    typeof project === 'string' &&
    typeof generation === 'number' &&
    (phase === 'started' || phase === 'ended' || phase === 'read')
  );
}
