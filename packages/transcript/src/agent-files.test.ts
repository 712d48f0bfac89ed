import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { listAgentFiles } from './agent-files.ts';

const line = (content: string, sessionId = 's1') =>
  `${JSON.stringify({ type: 'user', sessionId, isSidechain: true, message: { content } })}\n`;

test('sub-agents are found in both layouts, the summariser and warm-ups marked', () => {
  using dir = testdir({
    's1.jsonl': '',
    's1/subagents/agent-a1.jsonl': line('task'),
    's1/subagents/agent-a1.meta.json': '{"agentType":"Explore","spawnDepth":1}',
    's1/subagents/agent-acompact-b2.jsonl': line('sum up'),
    's1/subagents/workflows/wf_1/agent-c3.jsonl': line('step'),
    's1/subagents/workflows/wf_1/journal.jsonl': '{}',
    'agent-d4.jsonl': line('old task'),
    'agent-e5.jsonl': line('Warmup'),
    'agent-f6.jsonl': line('of another session', 's2'),
    'agent-g7.jsonl': '',
  });
  const files = listAgentFiles(join(dir.path, 's1.jsonl'));
  const rows = files.map(({ agentId, layout, role, agentType }) => [
    agentId,
    layout,
    role,
    agentType,
  ]);
  expect(new Set(rows)).toEqual(
    new Set([
      ['a1', 'folder', 'worker', 'Explore'],
      ['acompact-b2', 'folder', 'compaction', undefined],
      ['c3', 'folder', 'worker', undefined],
      ['d4', 'beside', 'worker', undefined],
      ['e5', 'beside', 'warmup', undefined],
    ]),
  );
});

test('no folder means no sub-agents', () => {
  expect(listAgentFiles('/nowhere/s1.jsonl')).toEqual([]);
  expect(listAgentFiles('')).toEqual([]);
});
