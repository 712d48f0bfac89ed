import { basename } from 'node:path';
import type { RunRecord } from '@carryover/hooks-runtime';
import { ageText, listStates, projectId, readLedger } from '@carryover/state-file';
import { readCalls, type CallRecord } from '@carryover/state-file/enrich';
import type { ContextUsage } from '@carryover/transcript';
import { contextOf } from '../context-of.ts';
import { number, plural } from '../figures.ts';
import { readRuns } from '../run-history.ts';
import { hooksConfig } from '../settings/hooks-config.ts';
import { folders } from './folders.ts';
import { columns, print, shortId } from './print.ts';
import { newestTranscript, workFolder } from './sessions.ts';
import { describeUsage } from './usage.ts';

const RUNS = 5;

/** Where this folder's newest session stands: its context, its state, what the hooks did last. */
export function status(options: { json?: boolean }): void {
  const { home, configDir } = folders();
  const folder = workFolder();
  const { config, problems } = hooksConfig({ home, configDir, folder }).read;
  const transcript = newest();
  const session = transcript && basename(transcript, '.jsonl');
  const usage = transcript ? contextOf(transcript, folder) : undefined;
  const states = listStates(home, projectId(folder));
  const own = states.find((state) => state.session === session);
  const state = own ?? states[0];
  const runs = session === undefined ? [] : readRuns(home, session).slice(-RUNS).toReversed();
  const known = usage?.ok ? usage : null;
  const value = {
    folder,
    enabled: config.enabled,
    session: session ?? null,
    transcript: transcript ?? null,
    usage: known,
    state: state ? { ...state, isOfThisSession: state === own } : null,
    compactions: session === undefined ? 0 : countCompactions(home, session),
    calls: session === undefined ? null : totalOfCalls(home, session),
    runs,
    problems,
  };
  print(options, value, () => text(value));
}

function text({
  session,
  usage,
  state,
  compactions,
  calls,
  runs,
  enabled,
  problems,
}: {
  session: string | null;
  usage: ContextUsage | null;
  state: {
    session: string;
    generation: number;
    createdAt: string;
    path: string;
    isOfThisSession: boolean;
  } | null;
  compactions: number;
  calls: CallTotal | null;
  runs: RunRecord[];
  enabled: boolean;
  problems: string[];
}): string {
  const now = new Date();
  const whose = state?.isOfThisSession ? '' : ` of session ${shortId(state?.session ?? '')}`;
  return columns([
    ...(enabled ? [] : [['carryover', 'is switched off here: carryover config']]),
    [
      'session',
      session ? `${session}, ${plural(compactions, 'compaction')} seen` : 'none of this folder yet',
    ],
    ['context', usage ? describeUsage(usage) : 'unknown'],
    [
      'state',
      state
        ? `${state.generation}${whose}, made ${ageText(state.createdAt, now)}: ${state.path}`
        : 'none yet; made at the first compaction',
    ],
    ...(calls && calls.count > 0 ? [['model calls', callsLine(calls)]] : []),
    ...runs.map((run, index) => [index === 0 ? 'last runs' : '', runLine(run)]),
    ...(runs.length > 0
      ? []
      : [
          [
            'last runs',
            session ? 'none of this session; carryover doctor tries the hooks' : 'none yet',
          ],
        ]),
    ...problems.map((problem) => ['problem', problem]),
  ]);
}

function runLine({ time, event, outcome, ms, reason }: RunRecord): string {
  return `${time.slice(0, 19).replace('T', ' ')} ${event} ${outcome}, ${Math.round(ms)} ms${reason && `: ${reason}`}`;
}

/** What the writer cost this session, if one was ever asked. */
type CallTotal = { count: number; inputTokens: number; outputTokens: number; costUsd: number };

function totalOfCalls(home: string, session: string): CallTotal {
  const ended = readCalls(home).filter(
    (call): call is Extract<CallRecord, { phase: 'ended' }> =>
      call.session === session && call.phase === 'ended' && call.outcome !== 'unavailable',
  );
  const sum = (field: 'inputTokens' | 'outputTokens' | 'costUsd'): number =>
    ended.reduce((total, call) => total + (call[field] ?? 0), 0);
  return {
    count: ended.length,
    inputTokens: sum('inputTokens'),
    outputTokens: sum('outputTokens'),
    costUsd: sum('costUsd'),
  };
}

function callsLine({ count, inputTokens, outputTokens, costUsd }: CallTotal): string {
  const cost = costUsd > 0 ? `, ${costUsd.toFixed(4)} USD` : ', cost not told';
  return `${count}, ${number(inputTokens)} tokens in, ${number(outputTokens)} out${cost}`;
}

function newest(): string | undefined {
  try {
    return newestTranscript();
  } catch {
    return undefined;
  }
}

/** SessionStart and PostCompact each tell of the same one, and a state is made before each. */
function countCompactions(home: string, session: string): number {
  const steps = readLedger(home, session).filter(({ type }) => type !== 'delivered');
  return steps.filter(
    ({ type }, index) => type === 'compacted' && steps[index - 1]?.type !== 'compacted',
  ).length;
}
