import { expect, test } from 'vitest';
import { renderTimeline } from './timeline.ts';

test('sorts moments of several sources by time', () => {
  const hooks = [
    { time: '2026-01-01T00:00:03.000Z', what: 'hook PreCompact' },
    { time: '2026-01-01T00:00:01.000Z', what: 'hook SessionStart' },
  ];
  const requests = [{ time: '2026-01-01T00:00:02.000Z', what: 'request main' }];
  expect(renderTimeline(hooks, requests)).toMatchInlineSnapshot(`
    "00:00:01.000  hook SessionStart
    00:00:02.000  request main
    00:00:03.000  hook PreCompact"
  `);
});
