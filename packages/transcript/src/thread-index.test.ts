import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  sessionFromSteps,
  testdir,
  transcriptBuilder,
  type TranscriptBuilder,
} from '@carryover/testing';
import { expect, test } from 'vitest';
import { scanTranscript } from './scan-transcript.ts';
import { createThreadIndex, type ThreadIndex } from './thread-index.ts';

function indexOf(builder: TranscriptBuilder): ThreadIndex {
  using dir = testdir({ 's.jsonl': builder.toString() });
  const index = createThreadIndex();
  scanTranscript(join(dir.path, 's.jsonl'), [index]);
  return index.finish();
}

test('a rewound branch is told from the work as it stands', () => {
  const b = transcriptBuilder();
  const first = b.prompt('first');
  const answer = b.reply({ content: 'ok' });
  const wrong = b.prompt('do it wrong');
  const note = b.line({ type: 'attachment', attachment: { type: 'date' } });
  const bad = b.reply({ content: 'done wrong' });
  b.continueFrom(answer);
  const right = b.prompt('do it right');
  const good = b.reply({ content: 'done right' });
  const index = indexOf(b);
  expect([first, answer, right, good].map((uuid) => index.branchOf(uuid))).toEqual([
    'main',
    'main',
    'main',
    'main',
  ]);
  expect([wrong, note, bad].map((uuid) => index.branchOf(uuid))).toEqual([
    'rewound',
    'rewound',
    'rewound',
  ]);
  expect(index.liveContext()).toEqual([first, answer, right, good]);
});

test('parallel tool calls and their results stay on the main line', () => {
  const b = sessionFromSteps([{ kind: 'turn', tools: 4, isParallel: true }]);
  const index = indexOf(b);
  for (const line of b.lines()) {
    const { uuid }: { uuid: string } = JSON.parse(line);
    expect(index.branchOf(uuid)).toBe('main');
  }
});

test('what stands before a compaction still belongs to the work, a rewind before it does not', () => {
  const b = transcriptBuilder();
  const first = b.prompt('first');
  b.prompt('left');
  b.continueFrom(first);
  const answer = b.reply({ content: 'ok' });
  b.boundary();
  const summary = b.summary('summary');
  const later = b.prompt('later');
  const index = indexOf(b);
  expect(['u1', 'u2', answer, 'u4', summary, later].map((uuid) => index.branchOf(uuid))).toEqual([
    'main',
    'rewound',
    'main',
    'main',
    'main',
    'main',
  ]);
  expect(index.liveContext()).toEqual([summary, later]);
  expect(index.compactions).toBe(1);
});

test('a command hung on the root after the work leaves the work alone', () => {
  const b = transcriptBuilder();
  const prompt = b.prompt('go');
  const answer = b.reply({ content: 'done' });
  b.continueFrom(null);
  b.prompt('<command-name>/model</command-name><command-message>model</command-message>');
  b.prompt('<local-command-stdout>set</local-command-stdout>');
  const index = indexOf(b);
  expect([prompt, answer].map((uuid) => index.branchOf(uuid))).toEqual(['main', 'main']);
});

test('a prompt edited at the very start leaves everything before it', () => {
  const b = transcriptBuilder();
  const old = b.prompt('old start');
  b.reply({ content: 'ok' });
  b.continueFrom(null);
  const start = b.prompt('new start');
  const index = indexOf(b);
  expect(index.branchOf(old)).toBe('rewound');
  expect(index.branchOf(start)).toBe('main');
});

test('lines of sub-agents and teammates are apart, lines without uuid are of the main line', () => {
  const b = transcriptBuilder();
  b.prompt('go');
  const task = b.prompt('task', { isSidechain: true, agentId: 'a1' });
  const mate = b.prompt('hi', { teamName: 'team' });
  const index = indexOf(b);
  expect(index.branchOf(task)).toBe('agent');
  expect(index.branchOf(mate)).toBe('agent');
  expect(index.branchOf(undefined)).toBe('main');
});

test('missing parents, cycles and lines that are their own parent lose nothing', () => {
  const b = transcriptBuilder();
  const first = b.prompt('first');
  const own = b.reply({ content: 'a' }, { uuid: 'own', parentUuid: 'own' });
  const cut = b.reply({ content: 'b' }, { parentUuid: 'gone' });
  const a = b.reply({ content: 'c' }, { uuid: 'a', parentUuid: 'b' });
  const last = b.reply({ content: 'd' }, { uuid: 'b', parentUuid: 'a' });
  const index = indexOf(b);
  for (const uuid of [first, own, cut, a, last]) expect(index.branchOf(uuid)).toBe('main');
});

test('takes at most 300 bytes of memory for a line with ids and a time of its own', () => {
  const lines = 100_000;
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  const held = (): number => {
    // Buffers are given back one collection after their arrays.
    for (let time = 0; time < 4; time += 1) if (typeof collect === 'function') collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const index = createThreadIndex();
  const before = held();
  let parentUuid: string | null = null;
  for (let line = 0; line < lines; line += 1) {
    const uuid = randomUUID();
    const use = { type: 'tool_use', id: `toolu_${uuid}`, name: 'Read', input: {} };
    const timestamp = new Date(line * 1000).toISOString();
    const message = { id: `msg_${uuid}`, role: 'assistant', content: [use] };
    const entry = { type: 'assistant', uuid, parentUuid, timestamp, message };
    index.entry?.(entry, { offset: line, next: line + 1 });
    parentUuid = uuid;
  }
  expect((held() - before) / lines).toBeLessThan(300);
  expect(index.has(parentUuid ?? '')).toBe(true);
});

test('200,000 lines that hang on one message are no burden', () => {
  const b = transcriptBuilder();
  const prompt = b.prompt('go');
  const index = createThreadIndex();
  for (const line of b.lines()) index.entry?.(JSON.parse(line), { offset: 0, next: 1 });
  for (let line = 0; line < 200_000; line += 1) {
    const entry = { type: 'progress', uuid: `p${line}`, parentUuid: prompt };
    index.entry?.(entry, { offset: line, next: line + 1 });
  }
  expect(index.finish().liveContext()).toEqual([prompt]);
});

test('20,000 lines of sub-agents with a line on each are no burden either', () => {
  const index = createThreadIndex();
  for (let line = 0; line < 20_000; line += 1) {
    const [uuid, parentUuid] = [`s${line}`, line === 0 ? null : `s${line - 1}`];
    const message = { role: 'user', content: 'x' };
    const at = { offset: line, next: line + 1 };
    index.entry?.({ type: 'user', uuid, parentUuid, isSidechain: true, message }, at);
    index.entry?.({ type: 'progress', uuid: `p${line}`, parentUuid: uuid }, at);
  }
  const start = process.cpuUsage();
  index.finish().liveContext();
  const { user } = process.cpuUsage(start);
  expect(user / 1000).toBeLessThan(5_000);
});
