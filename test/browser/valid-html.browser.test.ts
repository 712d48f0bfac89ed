import { expect, test } from 'vitest';
import { reportPage } from '../../packages/cli/src/report/page.ts';
import type { ReportData } from '../../packages/cli/src/report/report-data.ts';
import { problemsOf } from './problems-of.ts';

const hostile =
  '</style></title><script>alert(1)</script><img src=x onerror=alert(1)> "\' &amp; \u202E\u0000\uD800';

const empty: ReportData = {
  madeAt: '2026-12-01T10:00:00.000Z',
  session: {
    id: 's1',
    title: null,
    folder: null,
    branch: null,
    clientVersion: null,
    models: [],
    startedAt: null,
    endedAt: null,
    prompts: 0,
  },
  context: { window: 200_000, threshold: 60, points: [] },
  warnings: [],
  compactions: [],
  hooks: [],
  failures: [],
  notes: [],
};

/** Every text of the page is hostile. */
const attacked: ReportData = {
  ...empty,
  session: {
    ...empty.session,
    id: hostile,
    title: hostile,
    folder: hostile,
    branch: hostile,
    models: [hostile],
  },
  context: {
    ...empty.context,
    points: [
      { at: hostile, tokens: 100 },
      { at: '2026-12-01T10:00:00Z', tokens: 300_000 },
    ],
  },
  warnings: [{ at: hostile, percent: 63 }],
  compactions: [
    {
      at: hostile,
      trigger: hostile,
      before: null,
      after: null,
      summaryLength: 5,
      sections: [{ name: 'Session Decisions', facts: 1 }],
      lost: [{ section: 'Session Decisions', text: hostile, isGivenBack: false }],
      given: null,
    },
  ],
  hooks: [{ event: hostile, runs: 1, skipped: 0, failed: 1, median: 5, slowest: 9 }],
  failures: [{ at: hostile, event: hostile, reason: hostile }],
  notes: [hostile],
};

test('a session in which nothing has happened yet has a valid page', async () => {
  expect(await problemsOf(reportPage(empty))).toEqual([]);
});

test('text that is meant to break out of its place stays text', async () => {
  const page = reportPage(attacked);
  expect(page).not.toMatch(/<script|<img|\u202E/);
  expect(page).not.toContain('\u0000');
  expect(page.match(/<\/style>/g)).toHaveLength(1);
  expect(await problemsOf(page)).toEqual([]);
});
