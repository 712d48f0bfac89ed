import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLineSplitter } from './line-splitter.ts';
import { keptStringBytes } from './line-squeezer.ts';
import type { Line } from './line.ts';

type Seen = Pick<Line, 'offset' | 'next' | 'terminated'> & { text: string };

function split(chunks: Iterable<Uint8Array>, maxLineBytes?: number) {
  const lines: Seen[] = [];
  const long: { offset: number; bytes: number }[] = [];
  const splitter = createLineSplitter(
    ({ bytes, start, end, offset, next, terminated }) =>
      lines.push({ text: bytes.toString('utf8', start, end), offset, next, terminated }),
    { maxLineBytes, onLongLine: (line) => long.push({ ...line }) },
  );
  for (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  return { lines, long };
}

function* cut(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.slice(start, start + size);
}

test('lines carry their byte offsets, and the last one may lack its line feed', () => {
  const { lines } = split([Buffer.from('aé\nb\n\nc')]);
  expect(lines).toEqual([
    { text: 'aé', offset: 0, next: 4, terminated: true },
    { text: 'b', offset: 4, next: 6, terminated: true },
    { text: 'c', offset: 7, next: 8, terminated: false },
  ]);
});

test('BOM and CR are cut off, blank lines are left out', () => {
  const { lines } = split([Buffer.from('\uFEFFone\r\n \t\r\ntwo\r\n')]);
  expect(lines.map(({ text, offset }) => [text, offset])).toEqual([
    ['one', 0],
    ['two', 12],
  ]);
});

test('a line that is too long even when squeezed is passed over and reported, wherever the chunks end', () => {
  const bytes = Buffer.from(`a\n${'x'.repeat(100)}\nb\n${'y'.repeat(40)}`);
  for (const size of [1, 7, 50, 1000]) {
    const { lines, long } = split(cut(bytes, size), 30);
    expect(lines.map(({ text }) => text)).toEqual(['a', 'b']);
    expect(long).toEqual([
      { offset: 2, bytes: 100 },
      { offset: 105, bytes: 40 },
    ]);
  }
});

test('chunks of any size give equal lines', () => {
  const piece = fc.constantFrom('\n', '\r\n', '\uFEFF', 'a', '{"é":"日本"}', ' ', '\u2028', 'xyz');
  fc.assert(
    fc.property(fc.array(piece), fc.integer({ min: 1, max: 12 }), (parts, size) => {
      const bytes = Buffer.from(parts.join(''));
      expect(split(cut(bytes, size), 20)).toEqual(split([bytes], 20));
    }),
  );
});

test('arbitrary bytes never throw and every byte but line ends stands in a line', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.integer({ min: 1, max: 9 }),
      (bytes, size) => {
        const { lines } = split(cut(bytes, size));
        for (const line of lines) expect(line.next).toBeGreaterThan(line.offset);
        expect(split([bytes]).lines).toEqual(lines);
      },
    ),
  );
});

test('in a line over the limit only its long strings are cut, whatever the chunks are', () => {
  const long = 'ä\\"\\u00e4'.repeat(keptStringBytes);
  const line = `{"type":"user","content":[{"text":"keep \\"me\\""},{"data":"${long}"}],"uuid":"u1"}`;
  const bytes = Buffer.from(`{"a":1}\n${line}\n{"b":2}`);
  const whole = split([bytes], 100_000);
  expect(whole.lines.map(({ offset, next }) => [offset, next])).toEqual([
    [0, 8],
    [8, 9 + Buffer.byteLength(line)],
    [9 + Buffer.byteLength(line), bytes.length],
  ]);
  const entry: unknown = JSON.parse(whole.lines[1]?.text ?? '');
  expect(entry).toMatchObject({ uuid: 'u1', content: [{ text: 'keep "me"' }, {}] });
  expect(whole.lines[1]?.text.slice(-60)).toMatch(/ \[… \d+ bytes left out\]"/);
  for (const size of [1, 1000, 65_536]) expect(split(cut(bytes, size), 100_000)).toEqual(whole);
});
