import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { recordedSession } from '../__fixtures__/session-of.ts';
import { buildState, type SessionState } from '../session-state.ts';
import { listStates } from './list-states.ts';
import { purge } from './purge.ts';
import { findRecentState, loadState, notesOf, saveState } from './state-store.ts';

const now = new Date('2026-11-04T12:00:00.000Z');
const lookup = { except: 'mine', maxAgeHours: 72, now };

function state(session: string, createdAt = '2026-11-04T11:00:00.000Z'): SessionState {
  return buildState(recordedSession(), {
    session,
    project: 'app-1',
    generation: 1,
    createdAt,
    transcript: { path: '/t.jsonl', bytes: 10, skippedLines: 0 },
  });
}

test('gives back the state that was saved, in files of the owner alone', () => {
  using home = testdir();
  const { path } = saveState(home.path, state('s1'));
  expect(loadState(home.path, 'app-1', 's1')).toMatchObject(
    JSON.parse(JSON.stringify(state('s1'))),
  );
  for (const name of readdirSync(join(home.path, 'state/app-1'))) {
    expect(statSync(join(home.path, 'state/app-1', name)).mode & 0o777).toBe(0o600);
  }
  expect(path.endsWith('state/app-1/s1.md')).toBe(true);
});

test('a state file that is dated as it was saved is not read for notes, any other is', () => {
  using home = testdir();
  const { state: saved, path } = saveState(home.path, state('s1'));
  const { mtime } = statSync(path);
  expect(mtime.toISOString()).toBe(saved.createdAt);
  appendFileSync(path, 'Mind the fixtures.\n');
  expect(notesOf(home.path, saved)).toEqual([
    { section: 'Recovery Notes', line: 'Mind the fixtures.' },
  ]);
  utimesSync(path, mtime, mtime);
  expect(notesOf(home.path, saved)).toBeUndefined();
});

test.each(['', '{', '[]', 'null', '{"version":99}', '{"version":1,"session":"s1"}'])(
  'takes a damaged or foreign file for none: %j',
  (text) => {
    using home = testdir({ 'state/app-1/s1.json': text });
    expect(loadState(home.path, 'app-1', 's1')).toBeUndefined();
  },
);

test('finds the newest state of another session of the project', () => {
  using home = testdir();
  saveState(home.path, state('old', '2026-11-03T12:00:00.000Z'));
  saveState(home.path, state('newer', '2026-11-04T10:00:00.000Z'));
  saveState(home.path, state('mine', '2026-11-04T11:59:00.000Z'));
  writeFileSync(join(home.path, 'state/app-1/notes.md'), '# My notes');
  expect(findRecentState(home.path, 'app-1', lookup)?.session).toBe('newer');
  expect(findRecentState(home.path, 'app-2', lookup)).toBeUndefined();
});

test.each([
  ['2026-11-01T12:00:00.000Z', 'old'],
  ['2026-11-01T11:59:59.000Z', undefined],
])('knows age from the time that was written down: %s', (createdAt, found) => {
  using home = testdir();
  saveState(home.path, state('old', createdAt));
  expect(findRecentState(home.path, 'app-1', lookup)?.session).toBe(found);
});

test('keeps what a person wrote into the file, word for word, over every rewrite', () => {
  using home = testdir();
  const { path } = saveState(home.path, state('s1'));
  const edited = readFileSync(path, 'utf8')
    .replace('## Failed Attempts\n', '## Failed Attempts\n\n- Ask  Ann before retrying <b>\n')
    .replace('## Active Plan\n', 'My own note\n\n## Active Plan\n')
    .replace(/\n$/, '\n- Pinned: deploy key is in the safe\n');
  writeFileSync(path, edited);
  saveState(home.path, { ...state('s1'), generation: 2 });
  saveState(home.path, { ...state('s1'), generation: 3 });
  const text = readFileSync(path, 'utf8');
  for (const line of [
    '- Ask  Ann before retrying <b>',
    'My own note',
    '- Pinned: deploy key is in the safe',
  ]) {
    expect(text.split('\n').filter((other) => other === line)).toEqual([line]);
  }
  expect(text.split('## Failed Attempts')[1]?.split('## ')[0]).toContain('Ask  Ann');
});

test('keeps notes of a file with the line ends of other systems, once and without a carriage return', () => {
  using home = testdir();
  const { path } = saveState(home.path, state('s1'));
  const notes = ['First  ', '', '    code', '', 'Last'];
  const edited = readFileSync(path, 'utf8').replace(
    '## Active Plan\n\n',
    `$&${notes.join('\r\n')}\r\n`,
  );
  for (const [text, generation] of [
    [edited.replaceAll(/\r?\n/g, '\r\n'), 2],
    [undefined, 3],
    [edited.replaceAll(/\r?\n/g, '\r'), 4],
  ] as const) {
    writeFileSync(path, text ?? readFileSync(path, 'utf8').replaceAll('\n', '\r\n'));
    const saved = saveState(home.path, { ...state('s1'), generation });
    expect(saved.state.notes).toEqual(notes.map((line) => ({ section: 'Active Plan', line })));
    const written = readFileSync(path, 'utf8');
    expect(written).not.toContain('\r');
    expect(written.split('\n').filter((line) => line === 'Last')).toHaveLength(1);
  }
});

test('forgets a note that the person took out again', () => {
  using home = testdir();
  const { path } = saveState(home.path, state('s1'));
  const before = readFileSync(path, 'utf8');
  writeFileSync(path, before.replace('## Active Plan', 'Once\n## Active Plan'));
  saveState(home.path, state('s1'));
  writeFileSync(path, readFileSync(path, 'utf8').replace('Once\n', ''));
  saveState(home.path, state('s1'));
  expect(readFileSync(path, 'utf8')).toBe(before);
});

test('trap 31: gives no state of a session that somebody is working in', () => {
  using home = testdir({ 'live.jsonl': 'grown', 'done.jsonl': 'grown' });
  const transcript = (name: string) => ({ path: join(home.path, name), bytes: 0, skippedLines: 0 });
  utimesSync(join(home.path, 'live.jsonl'), now, new Date(now.getTime() - 60_000));
  utimesSync(join(home.path, 'done.jsonl'), now, new Date(now.getTime() - 7_200_000));
  saveState(home.path, {
    ...state('live', '2026-11-04T11:59:00.000Z'),
    transcript: transcript('live.jsonl'),
  });
  saveState(home.path, {
    ...state('done', '2026-11-04T10:00:00.000Z'),
    transcript: transcript('done.jsonl'),
  });
  expect(findRecentState(home.path, 'app-1', lookup)?.session).toBe('done');
});

test('takes nothing of its own for hand-written after a crash between the two files', () => {
  using home = testdir();
  const { path } = saveState(home.path, state('s1'));
  const older = readFileSync(path, 'utf8');
  saveState(home.path, { ...state('s1'), generation: 2, createdAt: '2026-11-04T11:30:00.000Z' });
  writeFileSync(path, older);
  const { state: saved } = saveState(home.path, { ...state('s1'), generation: 3 });
  expect(saved.notes).toBeUndefined();
});

test('of two runs that made the same generation, the one that read less replaces nothing', () => {
  using home = testdir();
  const made = state('s1');
  const more = { ...made, transcript: { ...made.transcript, bytes: 20 } };
  saveState(home.path, more);
  expect(saveState(home.path, made).state.transcript.bytes).toBe(20);
  expect(loadState(home.path, 'app-1', 's1')?.transcript.bytes).toBe(20);
});

test('moves aside what a later version wrote, where nothing but purge finds it', () => {
  using home = testdir();
  const folder = join(home.path, 'state/app-1');
  const { path } = saveState(home.path, state('s1'));
  const theirs = [JSON.stringify({ ...state('s1'), version: 2 }), readFileSync(path, 'utf8')];
  writeFileSync(join(folder, 's1.json'), theirs[0] ?? '');
  saveState(home.path, { ...state('s1'), generation: 2 });
  const aside = ['s1.v2.json', 's1.v2.md'].map((name) => readFileSync(join(folder, name), 'utf8'));
  expect(aside).toEqual(theirs);
  expect(loadState(home.path, 'app-1', 's1')?.generation).toBe(2);
  expect(listStates(home.path, 'app-1')).toMatchObject([{ session: 's1', generation: 2 }]);
  expect(purge(home.path, { session: 's1' })).toHaveLength(4);
});

/** What may stand under the name of a state and is none: a pipe would be waited for. */
const NO_FILES: [string, (path: string) => void][] = [
  ['a folder', (path) => mkdirSync(path)],
  ['a dangling link', (path) => symlinkSync('/none', path)],
  ['a link to itself', (path) => symlinkSync(path, path)],
  ['a pipe', (path) => execFileSync('mkfifo', [path])],
];

test.each(NO_FILES)('passes over %s among the states', (_, make) => {
  using home = testdir();
  saveState(home.path, state('s1'));
  make(join(home.path, 'state/app-1/other.md'));
  expect(listStates(home.path)).toMatchObject([{ session: 's1' }]);
  expect(findRecentState(home.path, 'app-1', lookup)?.session).toBe('s1');
});

test.each(NO_FILES)('takes %s in the place of the evidence for none', (_, make) => {
  using home = testdir();
  saveState(home.path, state('s1', '2026-11-04T10:00:00.000Z'));
  const { path } = saveState(home.path, state('s2'));
  const evidence = path.replace(/md$/, 'json');
  rmSync(evidence);
  make(evidence);
  expect(findRecentState(home.path, 'app-1', lookup)?.session).toBe('s1');
});

test.each(NO_FILES.filter(([what]) => what !== 'a link to itself'))(
  'looks for no notes in %s',
  (_, make) => {
    using home = testdir();
    const { path, state: saved } = saveState(home.path, state('s1'));
    rmSync(path);
    make(path);
    expect(notesOf(home.path, saved)).toBeUndefined();
  },
);

test('a state that was made while the clock was ahead does not hide newer ones', () => {
  using home = testdir();
  saveState(home.path, state('ahead', '2026-11-05T12:00:00.000Z'));
  expect(findRecentState(home.path, 'app-1', lookup)?.session).toBe('ahead');
  saveState(home.path, state('real'));
  expect(findRecentState(home.path, 'app-1', lookup)?.session).toBe('real');
});
