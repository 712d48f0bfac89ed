import { readFileSync } from 'node:fs';
import { loadState, projectId, SECTIONS, statePaths, type BackupInfo } from '@carryover/state-file';
import { median } from '../figures.ts';
import type { RecordedSession } from './recorded-session.ts';
import type { Replay, Step } from './replay.ts';

export type DemoResult = {
  steps: Step[];
  /** Texts that reached the model as warnings. */
  warnings: { at: string; text: string }[];
  /** What the summaries had left out, told with the next prompt. */
  gaps: { at: string; text: string }[];
  backups: Pick<BackupInfo, 'originalBytes' | 'bytes'>[];
  /** The Markdown of the last state. */
  stateFile: string;
  /** Sections of it that hold facts. */
  sectionsWithFacts: string[];
  injections: { at: string; text: string }[];
  times: { event: string; runs: number; median: number; max: number }[];
  totalMs: number;
};

export function demoResult(
  session: RecordedSession,
  steps: Step[],
  replay: Replay,
  totalMs: number,
): DemoResult {
  const id = String(session.events[0]?.input['session_id']);
  const project = projectId(replay.project);
  const state = loadState(replay.home, project, id);
  const given = steps
    .filter(({ context }) => context !== '')
    .map((step) => ({ ...step, text: step.context }));
  return {
    steps,
    warnings: given.filter(({ text }) => text.includes('<carryover-warning>')),
    gaps: given.filter(({ text }) => text.includes('<carryover-gaps>')),
    backups: steps.flatMap(backupOf),
    stateFile: state ? readFileSync(statePaths(replay.home, project, id).markdown, 'utf8') : '',
    sectionsWithFacts: SECTIONS.filter((name) => (state?.sections[name].length ?? 0) > 0),
    injections: given.filter(({ event }) => event === 'SessionStart'),
    times: timesOf(steps),
    totalMs,
  };
}

function backupOf({ reason }: Step): Pick<BackupInfo, 'originalBytes' | 'bytes'>[] {
  const sizes = /backup (\d+) → (\d+) bytes/.exec(reason);
  return sizes ? [{ originalBytes: Number(sizes[1]), bytes: Number(sizes[2]) }] : [];
}

function timesOf(steps: Step[]): DemoResult['times'] {
  const events = new Set(steps.map(({ event }) => event));
  return [...events].map((event) => {
    const times = steps.filter((step) => step.event === event).map(({ ms }) => ms);
    return {
      event,
      runs: times.length,
      median: Math.round(median(times)),
      max: Math.max(...times),
    };
  });
}
