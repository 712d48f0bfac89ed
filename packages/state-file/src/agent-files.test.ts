import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { sessionBuilder, texts } from './__fixtures__/session-of.ts';
import { findAgentFiles, readAgents } from './agent-files.ts';
import { editingFiles } from './sections/editing-files.ts';

function agentLines(id: string, parent = 's'): string {
  const side = { isSidechain: true, agentId: id };
  const session = sessionBuilder(parent);
  session.prompt('You are a helper', side);
  session.toolUse('t', 'Write', { file_path: '/p/by-agent.ts' }, side);
  session.toolResult('t', 'ok', { ...side, toolUseResult: { type: 'create' } });
  return session.toString();
}

test('reads what sub-agents changed, in both places where clients keep their transcripts', () => {
  using folder = testdir({
    's.jsonl': '',
    's/subagents/agent-new1.jsonl': agentLines('new1'),
    's/subagents/agent-acompact-1.jsonl': agentLines('acompact-1'),
    'agent-old1.jsonl': agentLines('old1'),
    'agent-foreign.jsonl': agentLines('foreign', 'other'),
  });
  const files = findAgentFiles(join(folder.path, 's.jsonl'));
  expect([...files.keys()].toSorted()).toEqual(['new1', 'old1']);
  const changed = texts(editingFiles([], readAgents(files)));
  expect(changed.map((text) => text.replace(/, 2026[^)]*/, ''))).toEqual(
    expect.arrayContaining([
      '/p/by-agent.ts (created) (agent new1)',
      '/p/by-agent.ts (created) (agent old1)',
    ]),
  );
});

test('finds none for a session without sub-agents', () => {
  using folder = testdir({ 's.jsonl': '' });
  expect(findAgentFiles(join(folder.path, 's.jsonl')).size).toBe(0);
});
