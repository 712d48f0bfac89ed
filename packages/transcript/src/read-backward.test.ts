import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLineSplitter } from './line-splitter.ts';
import type { Line } from './line.ts';
import { readBackward } from './read-backward.ts';

const copy = ({ bytes, start, end, offset, next, terminated }: Line) => ({
  text: bytes.toString('utf8', start, end),
  offset,
  next,
  terminated,
});

test('backward gives the same lines as forward, whatever is read at once', () => {
  const piece = fc.constantFrom('\n', '\r\n', '\uFEFF', 'a', '{"é":"日本"}', ' ', 'x'.repeat(25));
  fc.assert(
    fc.property(fc.array(piece), fc.integer({ min: 1, max: 20 }), (parts, firstBytes) => {
      const bytes = Buffer.from(parts.join(''));
      using dir = testdir({ f: bytes });
      const forward: unknown[] = [];
      let longLines = 0;
      const onLongLine = () => (longLines += 1);
      const limits = { maxLineBytes: 20 };
      const splitter = createLineSplitter((line) => forward.unshift(copy(line)), {
        ...limits,
        onLongLine,
      });
      splitter.push(bytes);
      splitter.end();
      const backward: unknown[] = [];
      const visit = (line: Line) => backward.push(copy(line)) < 0;
      const result = readBackward(join(dir.path, 'f'), visit, { firstBytes, ...limits });
      expect(backward).toEqual(forward);
      expect(result).toMatchObject({ ok: true, reachedStart: true, longLines });
    }),
  );
});

const isWanted = (line: string) => line.includes('wanted');

test('of the lines that hold what is wanted none is passed over, whatever is read at once', () => {
  const piece = fc.constantFrom('\n', 'a', 'wa', 'nted', 'wanted', 'x'.repeat(9));
  const parts = fc.array(piece, { maxLength: 40 });
  fc.assert(
    fc.property(parts, fc.integer({ min: 1, max: 20 }), (some, firstBytes) => {
      const text = some.join('');
      using dir = testdir({ f: text });
      const read: string[] = [];
      const visit = (line: Line) => read.push(copy(line).text) < 0;
      const holding = [Buffer.from('nothing'), Buffer.from('wanted')];
      readBackward(join(dir.path, 'f'), visit, { firstBytes, holding });
      expect(read.filter(isWanted)).toEqual(text.split('\n').toReversed().filter(isWanted));
    }),
  );
});

test('blocks without what is wanted are passed over', () => {
  using dir = testdir({ f: `wanted\n${'line\n'.repeat(1_000)}` });
  let lines = 0;
  const visit = () => (lines += 1) < 0;
  readBackward(join(dir.path, 'f'), visit, { firstBytes: 100, holding: [Buffer.from('wanted')] });
  expect(lines).toBeLessThan(500);
});

test('it reads only as far back as it has to', () => {
  const lines = Array.from({ length: 100_000 }, (_, index) => `line ${index}`);
  using dir = testdir({ f: lines.join('\n') });
  const path = join(dir.path, 'f');
  expect(readBackward(path, () => true)).toMatchObject({ bytesRead: 65_536, reachedStart: false });
  const limited = readBackward(path, () => false, { limitBytes: 200_000 });
  expect(limited).toMatchObject({ bytesRead: 131_072, reachedStart: false });
});

test('a missing file is a result that says so', () => {
  expect(readBackward('/nowhere/at/all', () => true)).toMatchObject({ reason: 'missing' });
});
