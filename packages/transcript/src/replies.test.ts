import { join } from 'node:path';
import { testdir, transcriptBuilder } from '@carryover/testing';
import { expect, test } from 'vitest';
import { createReplyJoiner } from './replies.ts';
import { scanTranscript } from './scan-transcript.ts';

test('the lines of a reply are one, though results stand between them', () => {
  const b = transcriptBuilder();
  const usage = { input_tokens: 10, cache_read_input_tokens: 90, output_tokens: 1 };
  const lines = [
    [{ type: 'text', text: 'Hello' }],
    [{ type: 'tool_use', id: 't1', name: 'Bash', input: {} }],
  ];
  b.reply({ id: 'm1', model: 'claude-opus-5', usage, content: lines[0] });
  b.toolResult('t0', 'x');
  b.reply({
    id: 'm1',
    model: 'claude-opus-5',
    usage: { ...usage, output_tokens: 859 },
    content: lines[1],
  });
  b.reply({ id: 'm1', content: [] }, { isSidechain: true, agentId: 'a' });
  b.reply({ id: undefined, content: [] });
  using dir = testdir({ 's.jsonl': b.toString() });
  const joiner = createReplyJoiner();
  scanTranscript(join(dir.path, 's.jsonl'), [joiner]);
  const [first, agent, nameless] = joiner.replies();
  expect(first).toMatchObject({
    id: 'm1',
    tokens: 100,
    outputTokens: 859,
    lines: 2,
    toolUses: 1,
    textLength: 5,
    at: { uuid: 'u1', offset: 0 },
  });
  expect(agent?.at.isSidechain).toBe(true);
  expect(nameless?.id).toBe('u5');
});
