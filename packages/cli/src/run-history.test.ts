import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { readRuns } from './run-history.ts';

test('reads the runs of all files of the log, and passes over what is none', () => {
  const run = { time: '2026-12-01T10:00:00.000Z', event: 'PreCompact', session: 's', reason: '' };
  const line = JSON.stringify({ ...run, outcome: 'ok', ms: 1 });
  using home = testdir({ 'log/runs.jsonl': `${line}\n{torn`, 'log/runs.1.jsonl/x': line });
  execFileSync('mkfifo', [join(home.path, 'log/runs.2.jsonl')]);
  expect(readRuns(home.path)).toMatchObject([run]);
});
