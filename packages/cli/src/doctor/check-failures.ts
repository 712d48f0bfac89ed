import { statSync } from 'node:fs';
import { join } from 'node:path';
import { summariseFailures, type Outage } from '@carryover/hooks-runtime';
import { recordedAt } from '../settings/install-record.ts';
import type { Finding } from './finding.ts';
import type { DoctorScene } from './scene.ts';

/**
 * Hooks that have failed each time since they last went well. What failed before it was set up anew, and
 * does not fail on the sample, is told as a note: no session has had the chance to show it yet.
 *
 * @param failing the events whose hooks fail on the sample.
 */
export function checkFailures(
  { home, hooksHome }: DoctorScene,
  failing: string[],
): { findings: Finding[]; notes: string[] } {
  const outages = summariseFailures(hooksHome);
  const isPast = ({ hook, last }: Outage): boolean =>
    Date.parse(last) < setUpAt(home, hook) && !failing.includes(hook);
  return {
    findings: outages.filter((outage) => !isPast(outage)).map(failingFinding),
    notes: outages.filter(isPast).map(pastNote),
  };
}

/** Ms since the epoch. What asks a model follows the configuration too. */
function setUpAt(home: string, hook: string): number {
  const config = join(home, 'config.json');
  const isJob = hook.startsWith('job_');
  const configured = isJob ? statSync(config, { throwIfNoEntry: false })?.mtimeMs : undefined;
  return Math.max(recordedAt(home) ?? 0, configured ?? 0);
}

function failingFinding(outage: Outage): Finding {
  return {
    id: 'failing',
    says: `${outage.hook} failed ${timesInARow(outage)} since ${outage.since}, last: ${outage.reason}`,
    remedy: remedyFor(outage),
  };
}

function pastNote(outage: Outage): string {
  return `${outage.hook} failed ${timesInARow(outage)}, last at ${outage.last}: ${outage.reason}. It was set up anew since then.`;
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
