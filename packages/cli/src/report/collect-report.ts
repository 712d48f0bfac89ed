import { basename } from 'node:path';
import { SECTIONS, type SessionState } from '@carryover/state-file';
import {
  createSessionDescriber,
  scanTranscript,
  type SessionDescription,
} from '@carryover/transcript';
import { CliError } from '../cli-error.ts';
import { warningConfig } from '../config/warning-config.ts';
import { contextOf } from '../context-of.ts';
import { readRuns } from '../run-history.ts';
import { findGaps } from '../gaps/find-gaps.ts';
import { hookTimes } from './hook-times.ts';
import type { CompactionReport, LostFact, ReportData } from './report-data.ts';
import { statesBefore } from './states-before.ts';
import { createTimeline, type Timeline } from './timeline.ts';

/** What a page tells of a session, from its transcript and the run log. Throws `CliError`. */
export async function collectReport(transcript: string, home: string): Promise<ReportData> {
  const describer = createSessionDescriber();
  const timing = createTimeline();
  const scan = scanTranscript(transcript, [describer, timing]);
  if (!scan.ok) throw new CliError(`${transcript}: ${scan.message} Give the path of a transcript.`);
  const described = describer.finish();
  const timeline = timing.finish();
  const session = idOf(described.sessionId) ?? basename(transcript, '.jsonl');
  const runs = readRuns(home, session);
  const project = described.cwd ?? process.cwd();
  const config = warningConfig(home, project);
  const model = described.models[0]?.model ?? null;
  const window = windowOf(transcript, project);
  const states = await statesBefore(
    transcript,
    timeline.compactions.map(({ offset }) => offset),
  );
  const points = described.context.flatMap(({ at, tokens }) =>
    at === undefined ? [] : [{ at, tokens }],
  );
  return {
    madeAt: new Date().toISOString(),
    session: sessionFacts(session, described),
    context: { window, threshold: config.threshold(model), points },
    warnings: timeline.warnings,
    compactions: timeline.compactions.map((compaction, index) =>
      describeCompaction(compaction, {
        described: described.compactions[index],
        points,
        next: timeline.compactions[index + 1]?.at,
        state: states[index],
      }),
    ),
    hooks: hookTimes(runs),
    failures: runs
      .filter(({ outcome }) => outcome === 'failed')
      .map(({ time, event, reason }) => ({ at: time, event, reason })),
    notes: [
      ...(scan.skippedCount > 0
        ? [`${scan.skippedCount} lines of the transcript are damaged.`]
        : []),
      ...(runs.length === 0 ? [`The run log in ${home} has no line of this session.`] : []),
    ],
  };
}

/** It becomes part of a file's name. */
function idOf(id: string | undefined): string | undefined {
  return id !== undefined && /^[\w-]{1,128}$/.test(id) ? id : undefined;
}

function sessionFacts(id: string, described: SessionDescription): ReportData['session'] {
  const { title, cwd, gitBranch, version, models, startedAt, endedAt, turns, midTurnPrompts } =
    described;
  return {
    id,
    title: title ?? null,
    folder: cwd ?? null,
    branch: gitBranch ?? null,
    clientVersion: version ?? null,
    models: models.map(({ model }) => model),
    startedAt: startedAt ?? null,
    endedAt: endedAt ?? null,
    prompts: turns + midTurnPrompts,
  };
}

function windowOf(transcript: string, project: string): number {
  const usage = contextOf(transcript, project);
  return usage.ok ? usage.window : 200_000;
}

type Around = {
  described: SessionDescription['compactions'][number] | undefined;
  points: ReportData['context']['points'];
  /** When the context was replaced again. */
  next: string | undefined;
  state: SessionState | undefined;
};

function describeCompaction(
  { at, summary, given }: Timeline['compactions'][number],
  { described, points, next, state }: Around,
): CompactionReport {
  const before = points.findLast((point) => point.at <= at)?.tokens;
  const after = points.find((point) => point.at > at && (next === undefined || point.at <= next));
  return {
    at,
    trigger: described?.trigger ?? 'unknown',
    before: described?.preTokens ?? before ?? null,
    after: after?.tokens ?? null,
    summaryLength: summary?.length ?? null,
    sections: SECTIONS.map((name) => ({ name, facts: state?.sections[name].length ?? 0 })),
    lost: state && summary !== undefined ? lostFacts(state, summary, given?.text ?? '') : [],
    given: given ? { length: given.text.length, generation: given.generation } : null,
  };
}

/** A fact that was given back stands in the given text with its place in the transcript. */
function lostFacts(state: SessionState, summary: string, given: string): LostFact[] {
  return [...findGaps(state, summary)].map(({ section, fact }) => ({
    section,
    text: fact.text,
    isGivenBack: fact.at !== undefined && given.includes(`[@${fact.at.offset}]`),
  }));
}
