import { summariseFailures, type Outage } from '@carryover/hooks-runtime';
import type { Finding } from './finding.ts';
import type { DoctorScene } from './scene.ts';

/** Hooks that have failed each time since they last went well. */
export function checkFailures({ home }: DoctorScene): Finding[] {
  return summariseFailures(home).map((outage) => ({
    id: 'failing',
    says: `${outage.hook} failed ${timesInARow(outage)} since ${outage.since}, last: ${outage.reason}`,
    remedy: remedyFor(outage),
  }));
}

function timesInARow({ failures }: Outage): string {
  return failures === 1 ? 'once' : `${failures} times in a row`;
}

const REMEDIES: [RegExp, string][] = [
  [
    /\bno narrative\b/,
    'Set the writer right in config.json, or ask no model: carryover install --writer none.',
  ],
  [/ENOSPC|EDQUOT/, 'The disk is full: make room, for example with carryover prune.'],
  [/EACCES|EPERM|EROFS/, 'Make the folder writable for you, or set CARRYOVER_HOME to one that is.'],
  [/ENOTDIR|EEXIST/, 'A file stands where a folder should be: move it away.'],
  [/killed|out of memory|time/, 'It was too slow or was killed: look for a machine under load.'],
];

function remedyFor({ reason }: Outage): string {
  const known = REMEDIES.find(([pattern]) => pattern.test(reason));
  return (
    known?.[1] ?? 'Run carryover install; if it goes on, report it with the line of log/runs.jsonl.'
  );
}
