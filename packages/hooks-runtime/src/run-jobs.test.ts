import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { testdir } from '@carryover/testing';
import { describe, expect, test } from 'vitest';
import { fixtureProgram, HARMLESS, payload, readLog, runFixture } from '../programs/run-fixture.ts';

const DETACH = fixtureProgram('job.mjs');

/** A home, and a file in which jobs write down when they begin and end. */
function jobsIn(root: string, env: Record<string, string> = {}) {
  const home = join(root, 'home');
  const JOB_TRACE = join(root, 'trace');
  const folder = join(home, 'jobs/fixture');
  const lines = () => readLog(home).filter(({ event }) => event === 'job:fixture');
  return {
    home,
    folder,
    trace: () => (existsSync(JOB_TRACE) ? readFileSync(JOB_TRACE, 'utf8').split('\n') : []),
    pending: () => readdirSync(folder).filter((name) => name.endsWith('.json')),
    lines,
    /** The process that ran them writes no more either: it has given the folder back. */
    ended: (count = 1) => until(() => lines().length >= count && isReleased(folder)),
    detach: (session = 's1') =>
      runFixture({
        home,
        event: 'Stop',
        stdin: payload({ session_id: session }),
        env: { DETACH, JOB_TRACE, ...env },
      }),
  };
}

function isReleased(folder: string): boolean {
  const locks = readdirSync(folder).filter((name) => /^lock\.\d+$/.test(name));
  try {
    return locks.every((name) => readFileSync(join(folder, name), 'utf8').includes('"expires":0'));
  } catch {
    // Taken over by the next one meanwhile.
    return false;
  }
}

async function until(condition: () => boolean, ms = 15_000): Promise<void> {
  const end = performance.now() + ms;
  while (!condition()) {
    if (performance.now() > end) throw new Error('It did not happen.');
    // oxlint-disable-next-line no-await-in-loop
    await sleep(20);
  }
}

describe('a detached job', { timeout: 30_000 }, () => {
  test('outlives its hook, which does not wait for it', async () => {
    using root = testdir();
    const jobs = jobsIn(root.path, { JOB_MS: '4000' });
    const run = await jobs.detach();
    expect(run).toMatchObject({ ...HARMLESS, stderr: '' });
    expect(run.ms).toBeLessThan(4_000);
    await jobs.ended();
    expect(jobs.trace().map((line) => line.replace(/ \d+$/, ''))).toEqual([
      'begin s1',
      'end s1',
      '',
    ]);
    expect(jobs.lines()).toMatchObject([{ session: 's1', outcome: 'ok', bytes: 0 }]);
    expect(jobs.pending()).toEqual([]);
  });

  test('runs once and never beside another of its name', async () => {
    using root = testdir();
    const jobs = jobsIn(root.path, { JOB_MS: '20' });
    const sessions = Array.from({ length: 12 }, (_, index) => `s${index}`);
    await Promise.all(sessions.map((session) => jobs.detach(session)));
    await jobs.ended(sessions.length);
    const trace = jobs.trace().filter((line) => line !== '');
    const begun = trace.filter((line) => line.startsWith('begin'));
    expect(new Set(begun.map((line) => line.split(' ')[1]))).toEqual(new Set(sessions));
    expect(begun).toHaveLength(sessions.length);
    // Each begin is followed by its own end.
    for (let line = 0; line < trace.length; line += 2)
      expect(trace[line + 1]).toBe(trace[line]?.replace('begin', 'end'));
  });

  test.each([
    ['throws', /^Error boom at /],
    ['throws later', /^Error boom at /],
    ['never ends', 'not done within 300 ms'],
  ])('that %s is logged and not tried again', async (JOB_FAULT, reason) => {
    using root = testdir();
    const jobs = jobsIn(root.path, { JOB_FAULT, JOB_MAX_MS: '300' });
    await jobs.detach();
    await jobs.ended();
    expect(jobs.lines()).toMatchObject([{ outcome: 'failed' }]);
    expect(jobs.lines()[0]?.reason).toMatch(reason);
    expect(jobs.pending()).toEqual([]);
  });

  test('without an end to its time runs like the others', async () => {
    using root = testdir();
    const jobs = jobsIn(root.path, { JOB_MAX_MS: 'Infinity' });
    await jobs.detach();
    await jobs.ended();
    expect(jobs.lines()).toMatchObject([{ outcome: 'ok' }]);
  });

  test('whose process died is run by the next start', async () => {
    using root = testdir();
    const jobs = jobsIn(root.path, { JOB_FAULT: 'dies once' });
    await jobs.detach('s1');
    await until(() => existsSync(join(root.path, 'trace.died')));
    await sleep(200);
    expect(jobs.pending()).toHaveLength(1);
    await jobs.detach('s2');
    await jobs.ended(2);
    expect(jobs.lines().map(({ session }) => session)).toEqual(['s1', 's2']);
  });

  test('whose process dies each time is given up', async () => {
    using root = testdir();
    const env = { JOB_FAULT: 'dies', JOB_MS: '0', JOB_TRACE: join(root.path, 'trace') };
    const jobs = jobsIn(root.path, env);
    await jobs.detach();
    const end = performance.now() + 25_000;
    while (jobs.lines().length === 0 && performance.now() < end) {
      // Each session finds the job once more, when the process before has died.
      // oxlint-disable-next-line no-await-in-loop
      await runFixture({ home: jobs.home, env });
    }
    expect(jobs.lines()).toMatchObject([{ outcome: 'failed', reason: 'its process died 3 times' }]);
    expect(jobs.trace().filter((line) => line.startsWith('begin'))).toHaveLength(3);
    expect(jobs.pending()).toEqual([]);
  });

  test('that never came is started by the next session', async () => {
    using root = testdir();
    const jobs = jobsIn(root.path);
    await jobs.detach();
    await jobs.ended();
    const stored = { name: 'fixture', program: DETACH, payload: { of: 'left' }, maxMs: 1_000 };
    writeFileSync(
      join(jobs.folder, '1-1-1.0.json'),
      JSON.stringify({ ...stored, session: 'left', created: '' }),
    );
    await runFixture({ home: jobs.home, env: { JOB_TRACE: join(root.path, 'trace') } });
    await jobs.ended(2);
    expect(jobs.trace()).toContainEqual(expect.stringMatching(/^end left/));
  });

  test('that blocks its process is ended by the next one when its time is over', async () => {
    using root = testdir();
    const blocked = jobsIn(root.path, { JOB_FAULT: 'blocks for ever', JOB_MAX_MS: '-9000' });
    await blocked.detach('blocked');
    await until(() => blocked.trace().length > 1);
    await sleep(1_300);
    await jobsIn(root.path).detach('next');
    await until(() => blocked.lines().length >= 2);
    expect(blocked.lines().map(({ session }) => session)).toContain('next');
  });

  test('whose folder cannot be written makes its hook fail open', async () => {
    const run = await runFixture({ home: '/dev/null/home', env: { DETACH } });
    expect(run).toMatchObject({ exitCode: 0, stdout: '' });
  });
});
