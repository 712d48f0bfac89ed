import { join } from 'node:path';
import { testdir, transcriptBuilder, type TranscriptBuilder } from '@carryover/testing';
import { expect, test } from 'vitest';
import { scanTranscript } from './scan-transcript.ts';
import { createToolCallJoiner, type ToolCall } from './tool-calls.ts';

function callsOf(build: (builder: TranscriptBuilder) => void) {
  const builder = transcriptBuilder();
  build(builder);
  using dir = testdir({ 's.jsonl': builder.toString() });
  const calls: ToolCall[] = [];
  const joiner = createToolCallJoiner((call) => calls.push(call));
  scanTranscript(join(dir.path, 's.jsonl'), [joiner]);
  return { calls, open: joiner.open(), orphans: joiner.orphans() };
}

test('trap 3: name, input and result are joined though they stand in different lines', () => {
  const { calls } = callsOf((b) => {
    b.toolUse('t1', 'Bash', { command: 'ls' });
    b.toolUse('t2', 'Read', { file_path: 'a' });
    b.toolResult('t2', 'two', { toolUseResult: { type: 'text' } });
    b.toolResult('t1', 'Error: Exit code 2', { isError: true });
  });
  expect(calls.map(({ use, result }) => [use.name, result.text, result.isError])).toEqual([
    ['Read', 'two', false],
    ['Bash', 'Error: Exit code 2', true],
  ]);
  expect(calls[0]?.details).toEqual({ type: 'text' });
  expect(calls[0]?.usedAt).toMatchObject({ uuid: 'u2', isSidechain: false });
});

test('a result may stand before its use', () => {
  const { calls, orphans } = callsOf((b) => {
    b.toolResult('t1', 'early');
    b.toolUse('t1', 'Bash', {});
  });
  expect(calls.map(({ result }) => result.text)).toEqual(['early']);
  expect(orphans).toEqual([]);
});

test('a second copy of use and result is left out', () => {
  const { calls, open } = callsOf((b) => {
    for (let copy = 0; copy < 2; copy += 1) {
      b.toolUse('t1', 'Bash', {});
      b.toolResult('t1', 'done');
    }
  });
  expect(calls).toHaveLength(1);
  expect(open).toEqual([]);
});

test('what is running and what came without its use is told apart', () => {
  const { calls, open, orphans } = callsOf((b) => {
    b.toolUse('t1', 'Bash', { command: 'sleep' });
    b.toolResult('t0', 'from before');
    b.reply({ content: [{ type: 'tool_use', name: 'Odd' }] });
    b.prompt([{ type: 'tool_result', content: 'odd' }]);
  });
  expect(calls).toEqual([]);
  expect(open.map(({ use }) => use.name)).toEqual(['Bash', 'Odd']);
  expect(orphans.map(({ result }) => result.text)).toEqual(['from before', 'odd']);
});
