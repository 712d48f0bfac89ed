import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { testdir, transcriptBuilder } from '@carryover/testing';
import { expect, test } from 'vitest';
import { condense } from './condense.ts';
import { contentBlocks } from './content-blocks.ts';
import { contextUsage } from './context-usage.ts';
import { describeSession } from './describe-session.ts';
import type { SkippedLine } from './entry-reader.ts';
import { isRecord, type TranscriptEntry } from './entry.ts';
import { scanTranscript } from './scan-transcript.ts';
import { streamTranscript } from './stream-transcript.ts';
import { promptText } from './user-entry.ts';

function collect() {
  const uuids: unknown[] = [];
  const offsets: number[] = [];
  return {
    uuids,
    offsets,
    entry: (entry: { uuid?: string | undefined }, position: { offset: number }) => {
      uuids.push(entry.uuid);
      offsets.push(position.offset);
    },
  };
}

test('one pass serves several consumers', () => {
  const builder = transcriptBuilder();
  builder.prompt('one');
  builder.reply({});
  using dir = testdir({ 's.jsonl': builder.toString() });
  const [first, second] = [collect(), collect()];
  const result = scanTranscript(join(dir.path, 's.jsonl'), [first, second]);
  expect(first.uuids).toEqual(['u1', 'u2']);
  expect(second.offsets).toEqual([0, `${builder.lines()[0]}\n`.length]);
  expect(result).toMatchObject({ ok: true, entries: 2, skippedCount: 0 });
});

test.each([
  ['whole lines alone', 25, ['c']],
  ['a line that begins there', 26, ['b', 'c']],
  ['all lines, where the last one is longer', 5, ['a', 'b', 'c']],
  ['all lines of a shorter file', 1_000, ['a', 'b', 'c']],
])('the last bytes hold %s', (_, lastBytes, uuids) => {
  const text = ['a', 'b', 'c'].map((uuid) => `{"uuid":"${uuid}"}\n`).join('');
  using dir = testdir({ 's.jsonl': text });
  const seen = collect();
  const path = join(dir.path, 's.jsonl');
  expect(scanTranscript(path, [seen], { lastBytes })).toMatchObject({
    ok: true,
    from: 13 * (3 - uuids.length),
  });
  expect(seen.uuids).toEqual(uuids);
  expect(seen.offsets[0]).toBe(13 * (3 - uuids.length));
});

test.each([
  ['before where a pass goes on', { from: 26, lastBytes: 30 }],
  ['before them, wherever a pass goes on', { from: 13, lastBytes: 20 }],
])('the last bytes are not read %s, streamed or not', async (_, options) => {
  using dir = testdir({ 's.jsonl': '{"uuid":"a"}\n{"uuid":"b"}\n{"uuid":"c"}\n' });
  const path = join(dir.path, 's.jsonl');
  const [scanned, streamed] = [collect(), collect()];
  scanTranscript(path, [scanned], options);
  await streamTranscript(path, [streamed], options);
  expect([scanned.uuids, streamed.uuids]).toEqual([['c'], ['c']]);
});

test('damaged, foreign, long and torn lines are counted with offset and reason', () => {
  const text = ['{"a":1', '[1]', '7', `{"t":"${'x'.repeat(50)}"}`, '{"uuid":"ok"}', '{"torn":'];
  using dir = testdir({ 's.jsonl': text.join('\n') });
  const skipped: SkippedLine[] = [];
  const consumer = { skipped: (line: SkippedLine) => void skipped.push(line) };
  const result = scanTranscript(join(dir.path, 's.jsonl'), [consumer], { maxLineBytes: 40 });
  expect(skipped).toEqual([
    { offset: 0, bytes: 6, reason: 'damaged' },
    { offset: 7, bytes: 3, reason: 'not-an-object' },
    { offset: 11, bytes: 1, reason: 'not-an-object' },
    { offset: 13, bytes: 58, reason: 'too-long' },
    { offset: 86, bytes: 8, reason: 'torn' },
  ]);
  expect(result).toMatchObject({ ok: true, entries: 1, skippedCount: 5, skipped, offset: 86 });
});

test('unknown line types are passed on and counted', () => {
  using dir = testdir({ 's.jsonl': '{"type":"brand-new"}\n{"type":"brand-new"}\n{"x":1}\n' });
  const seen = collect();
  const result = scanTranscript(join(dir.path, 's.jsonl'), [seen]);
  expect(seen.uuids).toHaveLength(3);
  expect(result.ok && [...result.unknownTypes]).toEqual([
    ['brand-new', 2],
    ['(none)', 1],
  ]);
});

test('a pass goes on where the last one stopped, a torn line included', () => {
  using dir = testdir({ 's.jsonl': '{"uuid":"a"}\n{"uuid":' });
  const path = join(dir.path, 's.jsonl');
  const first = scanTranscript(path, []);
  appendFileSync(path, '"b"}\n{"uuid":"c"}');
  const seen = collect();
  const second = scanTranscript(path, [seen], { from: first.ok ? first.offset : 0 });
  expect(seen.uuids).toEqual(['b', 'c']);
  expect(second).toMatchObject({ entries: 2, skippedCount: 0, offset: 38 });
});

test('a missing, unreadable or special file is a result that says so', async () => {
  using dir = testdir({});
  mkdirSync(join(dir.path, 'folder'));
  for (const [path, reason] of [
    ['', 'missing'],
    [join(dir.path, 'none.jsonl'), 'missing'],
    [join(dir.path, 'none/none.jsonl'), 'missing'],
    [join(dir.path, 'folder'), 'not-a-file'],
    ['\0', 'unreadable'],
  ] as const) {
    expect(scanTranscript(path, [])).toMatchObject({ ok: false, reason });
    expect(await streamTranscript(path, [])).toMatchObject({ ok: false, reason });
  }
});

test('an empty file has no entries', () => {
  using dir = testdir({ 's.jsonl': '' });
  const result = scanTranscript(join(dir.path, 's.jsonl'), []);
  expect(result).toMatchObject({ ok: true, entries: 0, offset: 0, size: 0 });
});

test('entries of the wrong shape do not break the types', () => {
  using dir = testdir({
    's.jsonl': '{"type":5,"uuid":[],"parentUuid":{},"isMeta":"yes","timestamp":1}\n',
  });
  const seen: unknown[] = [];
  scanTranscript(join(dir.path, 's.jsonl'), [{ entry: (entry) => seen.push(entry) }]);
  expect(seen).toEqual([{}]);
});

test('a prompt with an image of 20 MB keeps its words and its place in the tree', () => {
  const data = 'QUJD'.repeat(5 * 1024 * 1024);
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
  const b = transcriptBuilder();
  b.prompt([{ type: 'text', text: 'what is this?' }, image]);
  b.reply({ content: 'a picture' });
  using dir = testdir({ 's.jsonl': b.toString() });
  const prompts: unknown[] = [];
  const parents: unknown[] = [];
  const result = scanTranscript(join(dir.path, 's.jsonl'), [
    {
      entry(entry) {
        prompts.push(promptText(entry));
        parents.push(entry.parentUuid);
      },
    },
  ]);
  expect(prompts[0]).toMatch(/^what is this\?\n\[image image\/png, \d+ bytes\]$/);
  expect(parents).toEqual([null, 'u1']);
  expect(result).toMatchObject({ entries: 2, skippedCount: 0, squeezed: 1 });
});

test('a file that was replaced is read from its start, whatever the offset was', () => {
  using dir = testdir({ 's.jsonl': '{"uuid":"a"}\n{"uuid":"b"}\n' });
  const path = join(dir.path, 's.jsonl');
  expect(scanTranscript(path, [], { from: 26 })).toMatchObject({ from: 26, entries: 0 });
  expect(scanTranscript(path, [], { from: 13 })).toMatchObject({ from: 13, entries: 1 });
  for (const from of [5, 27, 1e9, -1]) {
    expect(scanTranscript(path, [], { from })).toMatchObject({ from: 0, entries: 2 });
  }
});

test('of a line of 14 MB with many blocks the structure and the starts of the blocks stay', () => {
  const blocks = Array.from({ length: 1400 }, (_, n) => ({
    type: 'text',
    text: `${n} `.padEnd(1e4, 'x'),
  }));
  const line = JSON.stringify({ type: 'user', uuid: 'u1', message: { content: blocks } });
  using dir = testdir({ f: `${line}\n{"type":"mode"}\n` });
  const seen: unknown[] = [];
  const result = scanTranscript(join(dir.path, 'f'), [{ entry: (entry) => seen.push(entry) }]);
  expect(result).toMatchObject({ ok: true, entries: 2, squeezed: 1, skippedCount: 0 });
  const [entry] = seen;
  const content: unknown =
    isRecord(entry) && isRecord(entry['message']) && entry['message']['content'];
  expect(content).toHaveLength(1400);
  expect(Array.isArray(content) && content[1399]).toMatchObject({
    text: expect.stringMatching(/^1399 x+ \[… \d+ bytes left out\]$/),
  });
});

test('the size of an image is that of its bytes, also where they were left out', () => {
  const image = { type: 'image', source: { media_type: 'image/png', data: 'QUJD'.repeat(2e6) } };
  using dir = testdir({ f: JSON.stringify({ type: 'user', message: { content: [image] } }) });
  const sizes: unknown[] = [];
  const consumer = { entry: (entry: TranscriptEntry) => sizes.push(contentBlocks(entry)[0]) };
  scanTranscript(join(dir.path, 'f'), [consumer]);
  expect(sizes).toEqual([{ type: 'media', kind: 'image', mediaType: 'image/png', bytes: 6e6 }]);
});

test('two objects on one line are two entries, and a damaged second one is not taken for one', () => {
  using dir = testdir({ f: '{"type":"a","x":"}{"}{"type":"b"}\n{"type":"a"}{"type\n' });
  const types: unknown[] = [];
  const consumer = { entry: ({ type }: TranscriptEntry) => types.push(type) };
  const result = scanTranscript(join(dir.path, 'f'), [consumer]);
  expect(types).toEqual(['a', 'b']);
  expect(result).toMatchObject({ skippedCount: 1, skipped: [{ offset: 34, reason: 'damaged' }] });
});

test('CR alone ends no line, and UTF-16 is damaged lines: both are counted, neither is lost silently', () => {
  const [one, two] = ['{"type":"user","uuid":"u1"}', '{"type":"user","uuid":"u2"}'];
  const utf16 = Buffer.from(`${one}\n${two}\n`, 'utf16le');
  using dir = testdir({ cr: `${one}\r${two}\r`, utf16 });
  const seen = collect();
  expect(scanTranscript(join(dir.path, 'cr'), [seen])).toMatchObject({ ok: true, skippedCount: 0 });
  expect(seen).toMatchObject({ uuids: ['u1', 'u2'], offsets: [0, 0] });
  const result = scanTranscript(join(dir.path, 'utf16'), []);
  expect(result).toMatchObject({ ok: true, entries: 0, skippedCount: 3 });
});

test.each([undefined, null, 7])(
  'the path %s is a missing file, also where it tells whose file it is',
  (path) => {
    // As a hook without types may call it.
    const missing = expect.objectContaining({ ok: false });
    for (const read of [contextUsage, condense, describeSession])
      expect(Reflect.apply(read, undefined, [path])).toEqual(missing);
  },
);
