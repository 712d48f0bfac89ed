import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { RECORDED } from './__fixtures__/session-of.ts';
import { SECTIONS } from './fact.ts';
import { snapshotSession } from './snapshot-session.ts';
import { appendLedger, readLedger } from './store/ledger.ts';
import { loadState } from './store/state-store.ts';

function setUp() {
  const folder = testdir();
  const transcript = join(folder.path, 'session.jsonl');
  copyFileSync(RECORDED, transcript);
  const home = join(folder.path, 'home');
  const options = { home, project: 'app-1', session: 's1', transcript, now: new Date() };
  return { ...options, options, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

function line(text: string): string {
  return `${JSON.stringify({ type: 'user', uuid: 'n', message: { content: text } })}\n`;
}

function movedFolder(home: string): string {
  const folder = join(dirname(home), 'moved');
  mkdirSync(folder);
  return folder;
}

test('keeps the transcript and facts in all ten sections of the recorded session', async () => {
  using world = setUp();
  const snapshot = await snapshotSession(world.options);
  if (!snapshot.ok) throw new Error(snapshot.reason);
  const { state } = snapshot;
  expect(SECTIONS.filter((name) => state.sections[name].length === 0)).toEqual([]);
  const backup = gunzipSync(readFileSync(state.backup?.path ?? ''));
  expect(backup.equals(readFileSync(world.transcript))).toBe(true);
  expect(readLedger(world.home, 's1')).toMatchObject([{ type: 'state', generation: 1 }]);
});

test('gives every fact of the transcript the line that says so', async () => {
  using world = setUp();
  const snapshot = await snapshotSession(world.options);
  if (!snapshot.ok) throw new Error(snapshot.reason);
  const bytes = readFileSync(world.transcript);
  for (const name of SECTIONS.filter((section) => section !== 'Recovery Notes')) {
    for (const { at } of snapshot.state.sections[name]) {
      if (!at) continue;
      const told = bytes.subarray(at.offset, bytes.indexOf(10, at.offset)).toString('utf8');
      expect(JSON.parse(told)).toMatchObject({ uuid: at.uuid, timestamp: at.timestamp });
    }
  }
});

test('makes the next generation when the transcript has grown, none when it has not', async () => {
  using world = setUp();
  await snapshotSession(world.options);
  expect(await snapshotSession(world.options)).toMatchObject({ ok: true, unchanged: true });
  appendFileSync(world.transcript, '{"type":"user","uuid":"n","message":{"content":"More"}}\n');
  const snapshot = await snapshotSession(world.options);
  expect(snapshot).toMatchObject({ ok: true, unchanged: false, state: { generation: 2 } });
  expect(readdirSync(join(world.home, 'backups/app-1'))).toEqual([
    's1.1.jsonl.gz',
    's1.2.jsonl.gz',
  ]);
});

test('a transcript of the same length with another end is another one', async () => {
  using world = setUp();
  const recorded = readFileSync(RECORDED, 'utf8');
  writeFileSync(world.transcript, recorded + line('Do A.'));
  await snapshotSession(world.options);
  writeFileSync(world.transcript, recorded + line('Do B.'));
  const again = await snapshotSession(world.options);
  expect(again).toMatchObject({ ok: true, unchanged: false });
  expect(loadState(world.home, 'app-1', 's1')?.sections['Current Phase'][0]?.body).toBe('Do B.');
});

test('a session id that goes on in another file replaces no state of the file before', async () => {
  using world = setUp();
  const { options, home } = world;
  const forked = join(dirname(world.transcript), 'forked.jsonl');
  copyFileSync(RECORDED, forked);
  appendFileSync(forked, '{"type":"user","uuid":"n","message":{"content":"Of the fork"}}\n');
  await snapshotSession(options);
  const fork = await snapshotSession({ ...options, transcript: forked });
  expect(fork).toMatchObject({ ok: true, state: { session: 'forked', generation: 1 } });
  expect(loadState(home, 'app-1', 's1')?.transcript.path).toBe(world.transcript);
  // The same file in a folder that was moved is the same session.
  const moved = join(movedFolder(world.home), 'session.jsonl');
  copyFileSync(RECORDED, moved);
  const after = await snapshotSession({ ...options, transcript: moved });
  expect(after).toMatchObject({ ok: true, state: { session: 's1', generation: 2 } });
});

test('deletes backups that are too old when a session compacts first, and too many later', async () => {
  using world = setUp();
  const { home, options } = world;
  const old = (generation: number, at: string): string => {
    appendLedger(home, 'old', { type: 'state', at, generation, project: 'app-1' });
    const path = join(home, 'backups/app-1', `old.${generation}.jsonl.gz`);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, 'x');
    return path;
  };
  const paths = [old(1, '2020-01-01T00:00:00.000Z'), old(2, '2020-01-02T00:00:00.000Z')];
  await snapshotSession(options);
  expect(paths.map((path) => existsSync(path))).toEqual([false, true]);
  expect(readFileSync(join(home, 'log/deletions.jsonl'), 'utf8')).toContain('older than 30 days');
  for (let index = 0; index < 22; index += 1) {
    appendFileSync(
      world.transcript,
      `{"type":"user","uuid":"m${index}","message":{"content":"More"}}\n`,
    );
    await snapshotSession(options);
  }
  const kept = readdirSync(join(home, 'backups/app-1')).filter((name) => name.startsWith('s1.'));
  expect(kept).toContain('s1.23.jsonl.gz');
  // The one that is being made comes on top.
  expect(kept.length).toBeLessThanOrEqual(21);
});

test('makes state and backup even where old backups cannot be deleted, and says so', async () => {
  using world = setUp();
  const { home, options } = world;
  for (const generation of [1, 2]) {
    const at = '2020-01-01T00:00:00.000Z';
    appendLedger(home, 'old', { type: 'state', at, generation, project: 'app-1' });
    const path = join(home, 'backups/app-1', `old.${generation}.jsonl.gz`);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, 'x');
  }
  // What is to be deleted is written down before: here it cannot be.
  mkdirSync(join(home, 'log/deletions.jsonl'), { recursive: true, mode: 0o700 });
  const snapshot = await snapshotSession(options);
  expect(snapshot).toMatchObject({ ok: true, pruneFailure: { code: 'EISDIR' } });
  expect(existsSync(join(home, 'backups/app-1/old.1.jsonl.gz'))).toBe(true);
  expect(existsSync(join(home, 'backups/app-1/s1.1.jsonl.gz'))).toBe(true);
});

test('says what is wrong with a transcript that is missing, and writes nothing', async () => {
  using world = setUp();
  const snapshot = await snapshotSession({ ...world.options, transcript: '/nowhere.jsonl' });
  expect(snapshot).toEqual({ ok: false, reason: 'the transcript does not exist' });
  expect(() => readdirSync(world.home)).toThrow('ENOENT');
});

test('leaves nothing half-written when time is up', async () => {
  using world = setUp();
  const signal = AbortSignal.abort(new Error('time is up'));
  await expect(snapshotSession({ ...world.options, signal })).rejects.toThrow('time is up');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(readdirSync(join(world.home, 'backups/app-1'))).toEqual([]);
});

test('makes the state even where the backup cannot be written', async () => {
  using world = setUp();
  using blocked = testdir({ backups: 'a plain file' });
  const snapshot = await snapshotSession({ ...world.options, home: blocked.path });
  if (!snapshot.ok) throw new Error(snapshot.reason);
  expect(snapshot.backupFailure).toMatchObject({ code: 'unsafe_folder' });
  expect(snapshot.state.backup).toBeUndefined();
  expect(snapshot.state.sections['Session Decisions'].length).toBeGreaterThan(5);
});

test('goes on counting where the newest state cannot be read any more, so no backup is replaced', async () => {
  using world = setUp();
  await snapshotSession(world.options);
  writeFileSync(join(world.home, 'state/app-1/s1.json'), '{"trunc');
  appendFileSync(world.transcript, line('Go on.'));
  const snapshot = await snapshotSession(world.options);
  expect(snapshot).toMatchObject({ ok: true, state: { generation: 2 } });
  expect(readdirSync(join(world.home, 'backups/app-1')).toSorted()).toEqual([
    's1.1.jsonl.gz',
    's1.2.jsonl.gz',
  ]);
});

test.each(['damaged', 'missing'])(
  'a Markdown whose .json is %s is moved aside as it is: a person may have written into it',
  async (what) => {
    using world = setUp();
    const first = await snapshotSession(world.options);
    if (!first.ok) throw new Error(first.reason);
    const edited = `${readFileSync(first.path, 'utf8')}\nMind the fixtures.\n`;
    writeFileSync(first.path, edited);
    const json = join(world.home, 'state/app-1/s1.json');
    if (what === 'damaged') writeFileSync(json, '{"trunc');
    else rmSync(json);
    appendFileSync(world.transcript, line('Go on.'));
    const again = await snapshotSession(world.options);
    expect(again).toMatchObject({ ok: true, path: first.path });
    expect(readdirSync(join(world.home, 'state/app-1')).toSorted()).toEqual([
      's1.json',
      's1.md',
      's1.v0.md',
    ]);
    expect(readFileSync(first.path.replace(/md$/, 'v0.md'), 'utf8')).toBe(edited);
    expect(readFileSync(first.path, 'utf8')).toContain('generation 2');
  },
);

test('keeps the end of a prompt of any length: what is asked stands behind what was pasted', async () => {
  using world = setUp();
  const log = 'at server.js:12 the request took 3 ms\n'.repeat(2_000);
  appendFileSync(world.transcript, line(`${log}Never push to main.`));
  const snapshot = await snapshotSession(world.options);
  if (!snapshot.ok) throw new Error(snapshot.reason);
  expect(snapshot.state.sections['Constraints and Blockers'].map(({ text }) => text)).toContain(
    'User: "Never push to main."',
  );
});
