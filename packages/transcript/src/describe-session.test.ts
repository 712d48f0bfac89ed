import { join } from 'node:path';
import { testdir, transcriptBuilder } from '@carryover/testing';
import { expect, test } from 'vitest';
import { createSessionDescriber, describeSession } from './describe-session.ts';
import { scanTranscript } from './scan-transcript.ts';

const usage = (tokens: number, output = 10) => ({ input_tokens: tokens, output_tokens: output });

test('turns, tools, models, compactions and tokens over time', () => {
  const b = transcriptBuilder();
  b.line({ type: 'ai-title', aiTitle: 'Make it fast' });
  const first = b.prompt('go', { cwd: '/a', gitBranch: 'main' });
  b.toolUse('t1', 'Bash', {});
  b.toolResult('t1', 'Exit code 1', { isError: true });
  b.line({ type: 'attachment', attachment: { type: 'queued_command', prompt: 'use tabs' } });
  b.reply({ model: 'claude-opus-5', usage: usage(1000) });
  const end = b.toolUse('t2', 'Bash', {});
  b.prompt('wrong way');
  b.continueFrom(end);
  b.boundary({ trigger: 'manual', preTokens: 5000 });
  b.summary('summary');
  b.prompt('go on', { cwd: '/b' });
  b.reply({ model: 'claude-opus-5', usage: usage(400, 30) });
  b.reply(
    { model: 'claude-haiku-4-5', usage: usage(9000, 5) },
    { isSidechain: true, agentId: 'a' },
  );
  b.reply({ model: '<synthetic>', usage: usage(0) });
  using dir = testdir({ 's.jsonl': b.toString() });
  const session = describeSession(join(dir.path, 's.jsonl'));
  expect(first).toBe('u2');
  expect(session).toMatchObject({
    ok: true,
    sessionId: 'session-1',
    title: 'Make it fast',
    version: '2.1.332',
    cwd: '/b',
    gitBranch: 'main',
    turns: 2,
    midTurnPrompts: 1,
    rewoundPrompts: 1,
    tools: [{ name: 'Bash', calls: 2, failures: 1 }],
    compactions: [{ trigger: 'manual', preTokens: 5000 }],
    context: [{ tokens: 1000 }, { tokens: 400 }],
  });
  expect(session.ok && session.models).toEqual([
    { model: 'unknown', replies: 2, outputTokens: 0 },
    { model: 'claude-opus-5', replies: 2, outputTokens: 40 },
    { model: 'claude-haiku-4-5', replies: 1, outputTokens: 5 },
  ]);
});

test('a long session keeps 200 points, first and last among them', () => {
  const b = transcriptBuilder();
  for (let number = 1; number <= 1000; number += 1) b.reply({ usage: usage(number) });
  using dir = testdir({ 's.jsonl': b.toString() });
  const session = describeSession(join(dir.path, 's.jsonl'));
  const points = session.ok ? session.context.map(({ tokens }) => tokens) : [];
  expect(points).toHaveLength(200);
  expect([points.at(0), points.at(-1)]).toEqual([1, 1000]);
});

test('no file is a result that says so, an empty one a session without anything', () => {
  expect(describeSession('/nowhere')).toMatchObject({ ok: false, reason: 'missing' });
  using dir = testdir({ 's.jsonl': '' });
  expect(describeSession(join(dir.path, 's.jsonl'))).toMatchObject({ turns: 0, models: [] });
});

test('a line that was copied counts once, and asking twice gives the same', () => {
  const b = transcriptBuilder();
  b.prompt('go');
  b.toolUse('t', 'Bash', {});
  b.reply({ usage: usage(100) });
  b.boundary();
  const lines = b.lines();
  using dir = testdir({ 's.jsonl': [...lines, ...lines].join('\n') });
  const describer = createSessionDescriber();
  scanTranscript(join(dir.path, 's.jsonl'), [describer]);
  const first = describer.finish();
  expect(first).toMatchObject({ turns: 1, tools: [{ name: 'Bash', calls: 1 }] });
  expect(first.compactions).toHaveLength(1);
  expect(describer.finish()).toEqual(first);
});

test('the file of a sub-agent is described as its own session', () => {
  const side = { isSidechain: true, agentId: 'a1' };
  const b = transcriptBuilder();
  b.prompt('look for it', side);
  b.reply({ model: 'claude-opus-5', usage: usage(1000) }, side);
  using dir = testdir({ 'agent-a1.jsonl': b.toString(), 's.jsonl': b.toString() });
  const described = { turns: 1, context: [{ tokens: 1000 }] };
  expect(describeSession(join(dir.path, 'agent-a1.jsonl'))).toMatchObject(described);
  expect(describeSession(join(dir.path, 's.jsonl'))).toMatchObject({ turns: 0, context: [] });
  const asAgent = describeSession(join(dir.path, 's.jsonl'), { agentFile: true });
  expect(asAgent).toMatchObject(described);
});
