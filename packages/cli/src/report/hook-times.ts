import type { RunRecord } from '@carryover/hooks-runtime';
import { median } from '../figures.ts';
import type { HookTimes } from './report-data.ts';

/** Runs, failures and times of each hook, in the order in which they first ran. */
export function hookTimes(runs: RunRecord[]): HookTimes[] {
  return [...new Set(runs.map(({ event }) => event))].map((event) => {
    const own = runs.filter((run) => run.event === event);
    const times = own.map(({ ms }) => ms);
    const count = (outcome: RunRecord['outcome']): number =>
      own.filter((run) => run.outcome === outcome).length;
    return {
      event,
      runs: own.length,
      skipped: count('skipped'),
      failed: count('failed'),
      median: Math.round(median(times)),
      slowest: Math.round(Math.max(...times)),
    };
  });
}
