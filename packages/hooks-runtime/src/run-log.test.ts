import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test, vi } from 'vitest';
import { readLog } from '../programs/run-fixture.ts';
import { appendLine } from './append-line.ts';
import { logRun, runLogFile, type RunRecord } from './run-log.ts';

const record: RunRecord = {
  time: '2026-01-01T00:00:00.000Z',
  event: 'Stop',
  session: 's1',
  ms: 40,
  outcome: 'ok',
  reason: '',
  bytes: 0,
};

test("makes the folders for the person's eyes only", () => {
  using root = testdir();
  const home = join(root.path, 'a/b');
  logRun(home, record);
  expect(readFileSync(runLogFile(home), 'utf8')).toBe(`${JSON.stringify(record)}\n`);
  expect(statSync(runLogFile(home)).mode & 0o777).toBe(0o600);
  expect(statSync(join(home, 'log')).mode & 0o777).toBe(0o700);
});

test('says on stderr what it cannot write', () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  logRun('/proc/nowhere', record);
  logRun(undefined, record);
  expect(said.mock.calls.map(([text]) => String(text).slice(0, 60))).toEqual([
    'carryover: run log not writable (ENOENT): {"time":"2026-01-0',
    'carryover: run log not writable (no home folder): {"time":"2',
  ]);
  said.mockRestore();
});

test('begins a new line after one that a full disk has cut', () => {
  using root = testdir({ 'log.jsonl': '{"whole":1}\n{"cut":' });
  const file = join(root.path, 'log.jsonl');
  utimesSync(file, 1, 1);
  appendLine(file, '{"next":2}', 1_000);
  expect(readFileSync(file, 'utf8')).toBe('{"whole":1}\n{"cut":\n{"next":2}\n');
});

test('rotates by size and keeps the newest files', () => {
  using root = testdir();
  const file = join(root.path, 'log.jsonl');
  writeFileSync(join(root.path, 'other.jsonl'), '');
  for (let line = 0; line < 41; line++) appendLine(file, `{"line":${line}}`, 50);
  const kept = readdirSync(root.path).filter((name) => name.startsWith('log.'));
  expect(kept).toHaveLength(3);
  const lines = kept.flatMap((name) => readFileSync(join(root.path, name), 'utf8').match(/\d+/g));
  expect(lines).toContain('40');
  expect(new Set(lines).size).toBe(lines.length);
});

test('clips what a payload or a handler makes long, at a whole character', () => {
  using home = testdir();
  logRun(home.path, { ...record, session: 'x'.repeat(5_000), reason: `${'x'.repeat(499)}😀` });
  const [line = ''] = readFileSync(runLogFile(home.path), 'utf8').split('\n');
  const kept: unknown = JSON.parse(line);
  expect(kept).toMatchObject({ session: 'x'.repeat(100), reason: 'x'.repeat(499) });
});

test.each([undefined, null, 7, {}, new Error('boom'), Symbol('s')])(
  'what is no text leaves its place empty, and the line is there: %o',
  (reason) => {
    using home = testdir();
    Reflect.apply(logRun, undefined, [home.path, { ...record, session: reason, reason }]);
    expect(readLog(home.path)).toEqual([{ ...record, session: '', reason: '' }]);
  },
);
