import type { RunRecord } from '@carryover/hooks-runtime';
import type { HookTimes } from './report-data.ts';

/** Runs, failures and times of each hook, in the order in which they first ran. */
export function hookTimes(runs: RunRecord[]): HookTimes[] {
  return [...new Set(runs.map(({ event }) => event))].map((event) => {
    const own = runs.filter((run) => run.event === event);
    const sorted = own.map(({ ms }) => ms).toSorted((a, b) => a - b);
    const count = (outcome: RunRecord['outcome']): number =>
      own.filter((run) => run.outcome === outcome).length;
    return {
      event,
      runs: own.length,
      skipped: count('skipped'),
      failed: count('failed'),
      median: Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0),
      slowest: Math.round(sorted.at(-1) ?? 0),
    };
  });
}
