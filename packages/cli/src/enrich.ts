import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { childEnvironment } from '@carryover/hooks-runtime';
import { runJobs } from '@carryover/hooks-runtime/jobs';
import { createWriter, enrichSession, readWriterSettings } from '@carryover/state-file/enrich';
import { loadRedact } from './hooks/load-redact.ts';
import type { EnrichJob } from './hooks/detach-writer.ts';
import { isRecord } from './is-record.ts';

// The program of the detached job that PreCompact hands over when a writer is on.
void runJobs(async (payload, { home, signal }) => {
  if (!isEnrichJob(payload)) throw new TypeError('the job names no state');
  const settings = readWriterSettings(readConfig(home), payload.writer);
  const mark = { CARRYOVER_CHILD: childEnvironment({})['CARRYOVER_CHILD'] ?? '1' };
  if (settings.problems.length > 0)
    throw new Error(`no narrative: config.json is wrong: ${settings.problems.join(', ')}`);
  const writer = createWriter(settings, { home, environment: process.env, mark });
  if (!writer) return;
  if ('missing' in writer) throw new Error(`no narrative: ${writer.missing}`);
  // A state with secrets in a private file is worth more than none; sent away it is not.
  const redact = loadRedact({ note: (reason) => reason });
  if (!redact) throw new Error('no narrative: nothing is sent without the rules that find secrets');
  const { models, budgetMs } = settings;
  const enrichment = await enrichSession({
    home,
    writer,
    models,
    budgetMs,
    redact,
    signal,
    project: payload.project,
    session: payload.session,
    generation: payload.generation,
    wish: payload.wish,
  });
  if (enrichment.outcome === 'failed') throw new Error(`no narrative: ${enrichment.reason}`);
});

function isEnrichJob(value: unknown): value is EnrichJob {
  return (
    isRecord(value) &&
    typeof value['project'] === 'string' &&
    typeof value['session'] === 'string' &&
    typeof value['generation'] === 'number' &&
    typeof value['writer'] === 'string' &&
    (value['wish'] === undefined || typeof value['wish'] === 'string')
  );
}

function readConfig(home: string): unknown {
  try {
    return JSON.parse(readFileSync(join(home, 'config.json'), 'utf8'));
  } catch {
    // None is needed where the environment names the writer; what is missing is told by name.
    return {};
  }
}
